#include "lift/block/tree.h"

#include <algorithm>
#include <bit>

#include "lift/block/best_place.h"
#include "lift/block/tree_step.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

class TreeSearch {
 public:
  TreeSearch(Arena& arena, const SharedLog& log, size_t first, std::set<std::string>& assumptions)
      : arena_(arena), log_(log), first_(first), assumptions_(assumptions) {}

  std::optional<TreeLoop> run(const std::vector<Carried>& carried, Expr go_on) {
    const Carried* distance = nullptr;
    for (const Carried& c : carried) {
      const bool halves = c.update == quotient(arena_, c.symbol, integer(arena_, 2));
      const bool doubles = c.update == scale(arena_, c.symbol, 2);
      if (c.update == c.symbol) continue;
      if (!halves && !doubles) {
        lost_.push_back(c.symbol);
        continue;
      }
      if (distance != nullptr) return {};
      distance = &c;
      halves_ = halves;
    }
    const auto is_tested = [&](Expr symbol) { return arena_.contains(go_on, symbol); };
    if (distance == nullptr || std::any_of(lost_.begin(), lost_.end(), is_tested)) return {};
    step_ = distance->symbol;
    initial_ = distance->initial;
    TreeLoop loop{{}, step_, arena_.unknown("the distance of a tree after its loop")};
    if (!read_range(go_on, loop)) return {};
    const auto begin = std::find_if(log_.begin() + static_cast<std::ptrdiff_t>(first_), log_.end(),
                                    [](const SharedEntry& entry) { return entry.kind != SharedEntry::Kind::mark; });
    begins_with_barrier_ = begin != log_.end() && begin->kind == SharedEntry::Kind::barrier;
    if (begins_with_barrier_) loop.entries.push_back({});
    for (size_t i = first_; i < log_.size(); ++i) {
      if (changes_memory(log_[i]) && !add_entry(log_[i], go_on, loop)) return {};
    }
    if (loop.entries.size() <= (begins_with_barrier_ ? 1 : 0)) return {};
    loop.entries.push_back({});
    loop.most_threads = most_threads_;
    loop.lost = lost_;
    return loop;
  }

 private:
  // Halving: the last distance and how many elements make one. Doubling: the number of elements.
  bool read_range(Expr go_on, TreeLoop& loop) {
    const bool unequal = go_on == negate(arena_, zero(arena_, step_));  // s != 0 is 1 <= s where s is halved
    if (halves_ && unequal) go_on = less(arena_, integer(arena_, 0), step_);
    if (arena_[go_on].kind != Kind::nonneg) return false;
    const auto linear = linear_in(arena_, arena_[go_on].args[0], step_);
    const auto factor = linear ? constant(arena_, linear->coefficient) : std::nullopt;
    if (!factor) return false;
    if (halves_) {
      const auto rest = constant(arena_, linear->rest);
      if (*factor <= 0 || !rest || *rest > -1) return false;
      const auto least = static_cast<uint64_t>((-*rest + *factor - 1) / *factor);
      last_ = static_cast<int64_t>(std::bit_ceil(least));
      if (last_ == 1) loop.step_after = integer(arena_, 0);
      elements_ = scale(arena_, initial_, 2);
      if (arena_[initial_].kind == Kind::quotient && arena_[initial_].args[1] == integer(arena_, 2)) {
        elements_ = arena_[initial_].args[0];
      }
    } else {
      if (*factor != -1 || initial_ != integer(arena_, 1)) return false;
      elements_ = add(arena_, linear->rest, integer(arena_, 1));
    }
    if (const auto number = constant(arena_, elements_)) {
      loop.threads = *number;
      return *number > 1 && std::has_single_bit(static_cast<uint64_t>(*number));
    }
    if (arena_[elements_].kind != Kind::special) return false;
    assumptions_.insert("the number of threads of a block is a power of two");
    return true;
  }

  Expr place_of(Expr load) const { return arena_[load].args[1]; }

  // The guard without conditions that only say that the other element exists. `false`: something else is left.
  bool take(std::vector<Expr>& guard, Expr wanted) {
    const auto at = std::find(guard.begin(), guard.end(), wanted);
    if (at == guard.end()) return false;
    guard.erase(at);
    return true;
  }

  // What was computed under the condition under which it is stored: if (t >= s) v = ...; barrier; if (t >= s) sh[t] = v
  SharedEntry without_choices(SharedEntry entry) {
    for (Node node = arena_[entry.value]; node.kind == Kind::select; node = arena_[entry.value]) {
      const std::vector<Expr> wanted = members(arena_, node.args[0]);
      const bool holds = std::all_of(wanted.begin(), wanted.end(), [&](Expr e) { return is_guarded_by(entry, e); });
      if (!holds && !is_guarded_by(entry, negate(arena_, node.args[0]))) break;
      entry.value = node.args[holds ? 1 : 2];
    }
    return entry;
  }

  bool is_guarded_by(const SharedEntry& entry, Expr condition) {
    return std::any_of(entry.guard.begin(), entry.guard.end(), [&](Expr guard) {
      const std::vector<Expr> known = members(arena_, guard);
      return std::find(known.begin(), known.end(), condition) != known.end();
    });
  }

  bool uses_lost(const SharedEntry& entry) {
    const auto holds = [&](Expr e) {
      return std::any_of(lost_.begin(), lost_.end(), [&](Expr symbol) { return arena_.contains(e, symbol); });
    };
    return holds(entry.value) || holds(entry.offset) || std::any_of(entry.guard.begin(), entry.guard.end(), holds);
  }

  bool add_entry(const SharedEntry& whole, Expr go_on, TreeLoop& loop) {
    if (whole.kind != SharedEntry::Kind::store || !whole.loops.empty()) return false;
    const SharedEntry entry = without_choices(whole);
    if (uses_lost(entry)) return false;
    auto step = read_tree_step(arena_, log_, first_, step_, entry, go_on);
    if (!step) return false;
    const auto delta = divide_exactly(arena_, subtract(arena_, step->other, step->own), step_);
    if (!delta || arena_.contains(*delta, step_)) return false;
    for (int axis = 0; axis < 3; ++axis) {
      const Expr thread = arena_.special(static_cast<Special>(static_cast<int>(Special::tid_x) + axis));
      if (halves_ ? add_halving(entry, *step, *delta, thread, loop)
                  : add_doubling(entry, *step, *delta, thread, loop) || add_scan(entry, *step, *delta, thread, loop)) {
        return true;
      }
    }
    return false;
  }

  // Marks the array as changed, then says what is known of it.
  void add_result(const SharedEntry& entry, Expr thread, Expr value, std::vector<Expr> guard, TreeLoop& loop) {
    SharedEntry lost = entry, made = entry;
    lost.value = arena_.unknown("an element of shared memory is read that a tree only passes through");
    lost.guard = {less(arena_, thread, elements_)};
    made.value = value;
    made.guard = std::move(guard);
    loop.entries.push_back(lost);
    loop.entries.push_back(made);
  }

  // Trees of one array that lie side by side: the other begins at a multiple of their elements.
  bool is_apart(const SharedEntry& entry, Expr start, Expr stride) {
    for (const auto& [array, other] : starts_) {
      if (array != entry.array) continue;
      const auto parts = divide_exactly(arena_, subtract(arena_, start, other), multiply(arena_, stride, elements_));
      if (!parts && is_between(subtract(arena_, start, other), stride)) continue;
      if (!parts && is_beyond_block(subtract(arena_, start, other), stride)) continue;
      if (!parts || constant(arena_, *parts).value_or(0) == 0) return false;
    }
    starts_.emplace_back(entry.array, start);
    return true;
  }

  // Members of structs, of which an array has one after the other.
  bool is_between(Expr distance, Expr stride) {
    const auto bytes = constant(arena_, distance), element = constant(arena_, stride);
    return bytes && element && *bytes != 0 && std::abs(*bytes) < std::abs(*element);
  }

  // The rows of sh[3][256], of which each tree has one, however many threads a block has.
  bool is_beyond_block(Expr distance, Expr stride) {
    const auto bytes = constant(arena_, distance), element = constant(arena_, stride);
    if (!bytes || !element || *element == 0 || *bytes % *element != 0) return false;
    const int64_t most = std::abs(*bytes / *element);
    if (most < 2) return false;
    most_threads_ = most_threads_ == 0 ? most : std::min(most_threads_, most);
    return true;
  }

  Expr reduced(const SharedEntry& entry, Fold how, Expr start, Expr stride, Expr count) {
    const Expr variable = arena_.fresh_variable();
    const Expr place = add(arena_, start, multiply(arena_, stride, variable));
    const size_t time = first_ + (begins_with_barrier_ ? 1 : 0);
    return close_reduction(arena_, {how, variable, count, shared_load(arena_, entry.array, place, entry.bytes, time)});
  }

  // The index of the best of `count` pairs, which lie a stride apart.
  std::optional<Expr> best_of(const SharedEntry& entry, const TreeStep& step, Expr stride, Expr count) {
    const Expr variable = arena_.fresh_variable();
    const size_t time = first_ + (begins_with_barrier_ ? 1 : 0);
    const auto general = [&](Expr array, Expr start, Expr step_bytes, int bytes) {
      return shared_load(arena_, array, add(arena_, start, multiply(arena_, step_bytes, variable)), bytes, time);
    };
    const Node value = arena_[step.value];
    const Expr between = subtract(arena_, place_of(step.other_value), place_of(step.value));
    const auto value_stride =
        divide_exactly(arena_, multiply(arena_, between, stride), subtract(arena_, step.other, step.own));
    if (!value_stride) return {};
    return best_place(arena_, step.how, variable, count,
                      general(value.args[0], value.args[1], *value_stride, value.bytes),
                      general(entry.array, step.own, stride, entry.bytes));
  }

  bool add_halving(const SharedEntry& entry, TreeStep step, Expr delta, Expr thread, TreeLoop& loop) {
    const auto linear = linear_in(arena_, step.own, thread);
    if (!linear || linear->coefficient != delta || arena_.contains(linear->rest, step_)) return false;
    if (!take(step.guard, less(arena_, thread, step_))) return false;
    take(step.guard, less(arena_, add(arena_, thread, step_), elements_));
    if (!step.guard.empty() || !is_apart(entry, linear->rest, delta)) return false;
    const Expr last = integer(arena_, last_);
    const Expr count = quotient(arena_, elements_, last), stride = multiply(arena_, delta, last);
    const auto value = step.is_index() ? best_of(entry, step, stride, count)
                                       : std::optional(reduced(entry, step.how, step.own, stride, count));
    if (!value) return false;
    const Expr only = last_ == 1 ? zero(arena_, thread) : less(arena_, thread, last);
    add_result(entry, thread, *value, {only}, loop);
    return true;
  }

  bool add_doubling(const SharedEntry& entry, TreeStep step, Expr delta, Expr thread, TreeLoop& loop) {
    const auto linear = linear_in(arena_, step.own, thread);
    if (!linear || step.is_index()) return false;
    const Expr twice = scale(arena_, step_, 2);
    if (linear->coefficient == delta && !arena_.contains(linear->rest, step_)) {
      if (!take(step.guard, zero(arena_, remainder(arena_, thread, twice)))) return false;
    } else if (linear->coefficient == multiply(arena_, delta, twice) && !arena_.contains(linear->rest, step_)) {
      if (!take(step.guard, less(arena_, multiply(arena_, twice, thread), elements_))) return false;
    } else {
      return false;
    }
    take(step.guard, less(arena_, add(arena_, thread, step_), elements_));
    if (!step.guard.empty() || !is_apart(entry, linear->rest, delta)) return false;
    SharedEntry plain = entry;
    plain.offset = add(arena_, linear->rest, multiply(arena_, delta, thread));
    add_result(plain, thread, reduced(entry, step.how, linear->rest, delta, elements_), {zero(arena_, thread)}, loop);
    return true;
  }

  bool add_scan(const SharedEntry& entry, TreeStep step, Expr delta, Expr thread, TreeLoop& loop) {
    const auto linear = linear_in(arena_, step.own, thread);
    if (!linear || step.is_index() || linear->coefficient != scale(arena_, delta, -1)) return false;
    if (arena_.contains(linear->rest, step_)) return false;
    const Expr exists = nonneg(arena_, subtract(arena_, thread, step_));
    if (!take(step.guard, exists)) return false;
    take(step.guard, exists);
    if (!step.guard.empty() || !is_apart(entry, linear->rest, linear->coefficient)) return false;
    const Expr count = add(arena_, thread, integer(arena_, 1));
    SharedEntry made = entry;
    made.guard.clear();
    made.value = reduced(entry, step.how, linear->rest, linear->coefficient, count);
    loop.entries.push_back(made);
    return true;
  }

  Arena& arena_;
  const SharedLog& log_;
  size_t first_;
  std::set<std::string>& assumptions_;
  bool halves_ = false, begins_with_barrier_ = false;
  Expr step_, initial_, elements_;
  int64_t last_ = 1, most_threads_ = 0;
  std::vector<Expr> lost_;                     // carried values that no store may use
  std::vector<std::pair<Expr, Expr>> starts_;  // of trees that were found: array and first element
};

// 2 <= s is 1 <= s/2.
Expr of_half(Arena& arena, Expr condition, Expr whole, Expr half) {
  if (arena[condition].kind != Kind::nonneg) return condition;
  const auto linear = linear_in(arena, arena[condition].args[0], whole);
  const auto rest = linear ? constant(arena, linear->rest) : std::nullopt;
  if (!rest || *rest % 2 != 0 || linear->coefficient != integer(arena, 1)) return condition;
  return nonneg(arena, add(arena, half, integer(arena, *rest / 2)));
}

// The distance may be half of what the loop carries, as compilers write it: for (s = n; s/2 != 0; s /= 2).
std::optional<TreeLoop> find_tree_of_halves(Arena& arena, SharedLog log, size_t first, std::vector<Carried> carried,
                                            Expr go_on, std::set<std::string>& assumptions) {
  for (Carried& c : carried) {
    const Expr half = quotient(arena, c.symbol, integer(arena, 2));
    if (c.update != half) continue;
    const Expr whole = c.symbol, distance = arena.fresh_variable();
    bool is_half = true;
    const auto change = [&](Expr& e) {
      e = substitute(arena, e, {{half, distance}});
      is_half &= !arena.contains(e, whole);
    };
    const Expr whole_test = go_on;
    go_on = of_half(arena, go_on, whole, half);
    change(go_on);
    for (size_t i = first; i < log.size(); ++i) {
      change(log[i].offset);
      change(log[i].value);
      for (Expr& condition : log[i].guard) {
        if (condition == whole_test) condition = go_on;
        change(condition);
      }
    }
    if (!is_half) return {};
    const Expr start = quotient(arena, c.initial, integer(arena, 2));
    c = {distance, start, quotient(arena, distance, integer(arena, 2)), c.name};
    auto found = TreeSearch(arena, log, first, assumptions).run(carried, go_on);
    if (!found) return {};
    found->step = whole;
    found->step_after = arena.unknown("the distance of a tree after its loop");
    return found;
  }
  return {};
}

}  // namespace

std::optional<TreeLoop> find_tree(Arena& arena, const SharedLog& log, size_t first, const std::vector<Carried>& carried,
                                  Expr go_on, std::set<std::string>& assumptions) {
  if (auto found = TreeSearch(arena, log, first, assumptions).run(carried, go_on)) return found;
  return find_tree_of_halves(arena, log, first, carried, go_on, assumptions);
}

}  // namespace whet::lift
