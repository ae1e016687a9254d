#include "lift/block/buffered_scan.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// s[out][t] = t >= distance ? own (how) other : own
struct ScanStep {
  Fold how = Fold::sum;
  Expr own, other;  // loads
};

class BufferedScan {
 public:
  BufferedScan(Arena& arena, const SharedLog& log, size_t first) : arena_(arena), log_(log), first_(first) {}

  std::optional<TreeLoop> run(const std::vector<Carried>& carried, Expr go_on) {
    if (!read_carried(carried) || !read_range(go_on) || !read_pass(go_on)) return {};
    const auto condition = nonneg(arena_, subtract(arena_, thread_, distance_));
    const auto step = step_of(*value_, condition);
    if (!step || !is_turn(*step)) return {};
    TreeLoop loop;
    loop.step = distance_;
    loop.step_after = arena_.unknown("the distance of a scan after its loop");
    loop.after = after_;
    loop.threads = constant(arena_, elements_).value_or(0);
    SharedEntry made = store_;
    made.offset = substitute(arena_, place_of(step->own), after_);
    made.value = total(*step);
    made.guard.clear();
    if (begins_with_barrier_) loop.entries.push_back({});
    loop.entries.push_back(made);
    if (log_.back().kind == SharedEntry::Kind::barrier) loop.entries.push_back({});
    return loop;
  }

 private:
  // The distance, which doubles, and what says which buffer is which.
  bool read_carried(const std::vector<Carried>& carried) {
    for (const Carried& c : carried) {
      if (c.update == c.symbol) continue;
      if (c.update == scale(arena_, c.symbol, 2) && c.initial == integer(arena_, 1)) {
        if (distance_ != Expr{}) return false;
        distance_ = c.symbol;
        continue;
      }
      before_[c.symbol] = c.initial;
      next_[c.symbol] = c.update;
      after_[c.symbol] = arena_.unknown("which buffer `" + c.name + "` means after a scan");
    }
    return distance_ != Expr{} && !next_.empty();
  }

  bool read_range(Expr go_on) {
    if (arena_[go_on].kind != Kind::nonneg) return false;
    const auto linear = linear_in(arena_, arena_[go_on].args[0], distance_);
    if (!linear || linear->coefficient != integer(arena_, -1)) return false;
    elements_ = add(arena_, linear->rest, integer(arena_, 1));
    return constant(arena_, elements_) || elements_ == arena_.special(Special::ntid_x);
  }

  // One store, or one for each side of a condition, and a barrier.
  bool read_pass(Expr go_on) {
    std::vector<SharedEntry> stores;
    bool has_barrier = false;
    for (size_t i = first_; i < log_.size(); ++i) {
      const bool is_barrier = log_[i].kind == SharedEntry::Kind::barrier;
      begins_with_barrier_ |= is_barrier && stores.empty();
      has_barrier |= is_barrier;
      if (log_[i].kind == SharedEntry::Kind::update) return false;
      if (log_[i].kind == SharedEntry::Kind::store) stores.push_back(log_[i]);
    }
    if (!has_barrier || stores.empty() || stores.size() > 2) return false;
    for (SharedEntry& store : stores) {
      if (!store.loops.empty() || store.array != stores[0].array || store.offset != stores[0].offset) return false;
      std::erase(store.guard, go_on);
    }
    store_ = stores[0];
    value_ = stores[0].value;
    if (stores.size() == 1) return stores[0].guard.empty();
    const Expr condition = both(arena_, stores[0].guard);
    if (both(arena_, stores[1].guard) != negate(arena_, condition)) return false;
    value_ = select(arena_, condition, stores[0].value, stores[1].value);
    return true;
  }

  bool is_content(Expr e) const {
    return is_shared_load(arena_, e) && arena_[e].args[0] == store_.array && arena_[e].bytes == store_.bytes &&
           time_of(arena_, e) > first_;
  }

  Expr place_of(Expr load) const { return arena_[load].args[1]; }

  // c ? own (how) other : own, also as own + (c ? other : 0).
  std::optional<ScanStep> step_of(Expr value, Expr condition) {
    constexpr std::pair<Kind, Fold> k_folds[] = {{Kind::sum, Fold::sum},
                                                 {Kind::polynomial, Fold::sum},
                                                 {Kind::product, Fold::product},
                                                 {Kind::maximum, Fold::maximum},
                                                 {Kind::minimum, Fold::minimum}};
    const Node node = arena_[value];
    const bool chooses = node.kind == Kind::select;
    if (chooses && node.args[0] != condition && node.args[0] != negate(arena_, condition)) return {};
    const bool swapped = chooses && node.args[0] != condition;
    const Expr combined = chooses ? node.args[swapped ? 2 : 1] : value;
    for (const auto& [kind, how] : k_folds) {
      const std::vector<Expr> operands = parts_of(arena_, combined);
      if (arena_[combined].kind != kind || operands.size() != 2) continue;
      for (const size_t first : {0, 1}) {
        const Expr own = operands[first], other = operands[1 - first];
        if (!is_content(own) || (chooses && node.args[swapped ? 1 : 2] != own)) continue;
        if (chooses) return ScanStep{how, own, other};
        if (const auto added = where(condition, other)) return ScanStep{how, own, *added};
      }
    }
    return {};
  }

  // x of c ? x : 0.
  std::optional<Expr> where(Expr condition, Expr e) {
    const Node node = arena_[e];
    if (node.kind != Kind::select) return {};
    const bool swapped = node.args[0] == negate(arena_, condition);
    if (!swapped && node.args[0] != condition) return {};
    const Expr nothing = node.args[swapped ? 1 : 2];
    const bool is_zero =
        constant(arena_, nothing) == 0 || (arena_[nothing].kind == Kind::real && real_value(arena_, nothing) == 0);
    return is_zero ? std::optional(node.args[swapped ? 2 : 1]) : std::nullopt;
  }

  // Whether a pass reads what the pass before has stored, its own element and the one at the distance before it, and
  // the pass after stores where this one reads.
  bool is_turn(const ScanStep& step) {
    if (!is_content(step.other)) return false;
    const Expr own = place_of(step.own);
    const auto along = linear_in(arena_, own, thread_);
    if (!along || along->coefficient == integer(arena_, 0) || arena_.contains(own, distance_)) return false;
    stride_ = along->coefficient;
    const Expr between = subtract(arena_, own, place_of(step.other));
    return between == multiply(arena_, stride_, distance_) && own != store_.offset &&
           in_next_pass(own) == store_.offset && in_next_pass(store_.offset) == own;
  }

  // Exchanging bits twice leaves them as they were: (out ^ 1) ^ 1.
  Expr in_next_pass(Expr e) {
    return rewrite(arena_, substitute(arena_, e, next_), [&](Expr part) {
      if (!is_xor(part)) return part;
      for (const size_t first : {0, 1}) {
        const Expr inner = arena_[part].args[first], bits = arena_[part].args[1 - first];
        if (!is_xor(inner)) continue;
        for (const size_t other : {0, 1}) {
          if (arena_[inner].args[other] == bits) return arena_[inner].args[1 - other];
        }
      }
      return part;
    });
  }

  bool is_xor(Expr e) const {
    return arena_[e].kind == Kind::call && arena_.text(e) == "xor" && arena_[e].args.size() == 2;
  }

  Expr total(const ScanStep& step) {
    const Expr variable = arena_.fresh_variable();
    const Expr place = substitute(arena_, substitute(arena_, place_of(step.own), before_), {{thread_, variable}});
    const Expr element =
        shared_load(arena_, store_.array, place, store_.bytes, first_ + (begins_with_barrier_ ? 1 : 0));
    return close_reduction(arena_, {step.how, variable, add(arena_, thread_, integer(arena_, 1)), element});
  }

  Arena& arena_;
  const SharedLog& log_;
  size_t first_;
  const Expr thread_ = arena_.special(Special::tid_x);
  Expr distance_ = {}, elements_ = {}, stride_ = {};
  bool begins_with_barrier_ = false;
  Replacements before_, next_, after_;
  SharedEntry store_;
  std::optional<Expr> value_;
};

}  // namespace

std::optional<TreeLoop> find_buffered_scan(Arena& arena, const SharedLog& log, size_t first,
                                           const std::vector<Carried>& carried, Expr go_on) {
  return BufferedScan(arena, log, first).run(carried, go_on);
}

}  // namespace whet::lift
