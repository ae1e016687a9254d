#include "lift/block/writer.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// An index of the writer.
struct Coordinate {
  Expr variable;
  Expr count;
  Expr special;  // the thread's index that it stands for; or the variable itself
  bool is_loop = false;
  std::optional<Expr> solution = {};
  // Of a thread and a pass whose sum became one index: the number of threads. That index bounds both.
  std::optional<Expr> joined = {};
};

class WriterSearch {
 public:
  WriterSearch(Arena& arena, const SharedEntry& store) : arena_(arena), offset_(store.offset), value_(store.value) {
    guard_ = store.guard;
    for (int axis = 0; axis < 3; ++axis) add_thread_index(axis);
    for (const ThreadLoop& loop : store.loops) {
      guard_.push_back(loop.condition);
      const Expr pass = arena_.fresh_variable();
      coordinates_.push_back({pass, loop.count, loop.variable, true, {}});
    }
    Replacements fresh;
    for (const Coordinate& c : coordinates_) fresh[c.special] = c.variable;
    change(fresh);
    for (Coordinate& c : coordinates_) c.count = substitute(arena_, c.count, fresh);
    std::vector<Expr> flat;
    for (const Expr e : guard_) {
      for (const Expr part : members(arena_, e)) flat.push_back(part);
    }
    guard_ = std::move(flat);
  }

  Writer run(Expr target) {
    split_divided();
    while (fix_by_guard()) {
    }
    take_last_passes();
    while (join_strided()) {
    }
    return solve(target);
  }

  Updates all(Expr target) {
    Updates result;
    std::vector<Expr> conditions = guard_;
    conditions.push_back(zero(arena_, subtract(arena_, offset_, target)));
    for (const Coordinate& c : coordinates_) result.ranges.emplace_back(c.variable, c.count);
    result.condition = both(arena_, conditions);
    result.value = value_;
    return result;
  }

 private:
  void add_thread_index(int axis) {
    const Expr thread = arena_.special(static_cast<Special>(static_cast<int>(Special::tid_x) + axis));
    const Expr extent = arena_.special(static_cast<Special>(static_cast<int>(Special::ntid_x) + axis));
    coordinates_.push_back({arena_.fresh_variable(), extent, thread, false, {}});
  }

  void change(const Replacements& map) {
    offset_ = substitute(arena_, offset_, map);
    value_ = substitute(arena_, value_, map);
    for (Expr& e : guard_) e = substitute(arena_, e, map);
    for (Coordinate& c : coordinates_) c.count = substitute(arena_, c.count, map);
  }

  bool occurs_outside_offset(Expr e) const {
    return arena_.contains(value_, e) ||
           std::any_of(guard_.begin(), guard_.end(), [&](Expr g) { return arena_.contains(g, e); });
  }

  // threadIdx.x/32 and threadIdx.x%32 become indices of their own.
  void split_divided() {
    for (size_t i = 0; i < coordinates_.size(); ++i) {
      const Coordinate c = coordinates_[i];
      const auto divisor = divisor_of(c.variable);
      if (!divisor) continue;
      const Expr by = integer(arena_, *divisor), high = arena_.fresh_variable(), low = arena_.fresh_variable();
      const Expr whole = add(arena_, multiply(arena_, high, by), low);
      change({{quotient(arena_, c.variable, by), high}, {remainder(arena_, c.variable, by), low}, {c.variable, whole}});
      coordinates_[i].solution = whole;
      coordinates_.push_back({high, quotient(arena_, c.count, by), high, c.is_loop, {}});
      coordinates_.push_back({low, by, low, c.is_loop, {}});
    }
  }

  std::optional<int64_t> divisor_of(Expr variable) const {
    for (const Expr part : arena_.all_parts(offset_)) {
      const Node& node = arena_[part];
      if (node.kind != Kind::quotient && node.kind != Kind::remainder) continue;
      const auto by = constant(arena_, node.args[1]);
      if (node.args[0] == variable && by && *by > 1) return by;
    }
    return {};
  }

  // A guard like threadIdx.x == 0 leaves one value.
  bool fix_by_guard() {
    for (Coordinate& c : coordinates_) {
      if (c.solution) continue;
      for (const Expr guard : guard_) {
        if (arena_[guard].kind != Kind::zero) continue;
        const auto linear = linear_in(arena_, arena_[guard].args[0], c.variable);
        const auto factor = linear ? constant(arena_, linear->coefficient) : std::nullopt;
        if (!factor || std::abs(*factor) != 1 || holds_coordinate(linear->rest)) continue;
        fix(c, scale(arena_, linear->rest, -*factor));
        return true;
      }
    }
    return false;
  }

  bool holds_coordinate(Expr e) const {
    return std::any_of(coordinates_.begin(), coordinates_.end(),
                       [&](const Coordinate& c) { return !c.solution && arena_.contains(e, c.variable); });
  }

  void fix(Coordinate& c, Expr value) {
    c.solution = value;
    const Expr variable = c.variable;
    change({{variable, value}});
    for (Coordinate& other : coordinates_) {
      if (other.solution) other.solution = substitute(arena_, *other.solution, {{variable, value}});
    }
  }

  // A loop that stores to the same place in every pass leaves the value of the last.
  void take_last_passes() {
    for (Coordinate& c : coordinates_) {
      if (c.solution || !c.is_loop || arena_.contains(offset_, c.variable)) continue;
      fix(c, subtract(arena_, c.count, integer(arena_, 1)));
    }
  }

  // threadIdx.x + blockDim.x*pass is one index when nothing but the sum matters.
  bool join_strided() {
    for (Coordinate& thread : coordinates_) {
      if (thread.solution || thread.is_loop) continue;
      for (Coordinate& pass : coordinates_) {
        if (!pass.solution && pass.is_loop && join_two(thread, pass, false)) return true;
      }
    }
    for (Coordinate& thread : coordinates_) {
      if (thread.solution || thread.is_loop) continue;
      for (Coordinate& pass : coordinates_) {
        if (!pass.solution && pass.is_loop && join_two(thread, pass, true)) return true;
      }
    }
    return false;
  }

  bool join_two(Coordinate& thread, Coordinate& pass, bool divides) {
    const auto of_thread = linear_in(arena_, offset_, thread.variable),
               of_pass = linear_in(arena_, offset_, pass.variable);
    if (!of_thread || !of_pass || of_thread->coefficient == integer(arena_, 0)) return false;
    const auto ratio = divide_exactly(arena_, of_pass->coefficient, of_thread->coefficient);
    if (!ratio || *ratio == integer(arena_, 0) || *ratio == integer(arena_, 1)) return false;
    const Expr element = arena_.fresh_variable();
    const Expr first = subtract(arena_, element, multiply(arena_, *ratio, pass.variable));
    WriterSearch joined = *this;
    joined.change({{thread.variable, first}});
    if (arena_.contains(joined.offset_, pass.variable)) return false;
    if (joined.occurs_outside_offset(pass.variable)) {
      if (!divides || *ratio != thread.count) return false;
      const Expr row = quotient(arena_, element, *ratio);
      joined.change({{pass.variable, row}});
    }
    offset_ = joined.offset_, value_ = joined.value_, guard_ = joined.guard_;
    // Where the number of passes depends on the thread, the condition of the loop bounds the sum.
    const bool is_even = !arena_.contains(pass.count, thread.variable);
    const Expr all = is_even ? multiply(arena_, *ratio, pass.count) : add(arena_, element, integer(arena_, 1));
    thread.solution = pass.solution = element;
    thread.joined = pass.joined = *ratio;
    coordinates_.push_back({element, all, element, true, {}});
    return true;
  }

  bool wider(const Coordinate& a, const Coordinate& b) {
    const Expr x = linear_in(arena_, offset_, a.variable)->coefficient;
    const Expr y = linear_in(arena_, offset_, b.variable)->coefficient;
    const auto p = constant(arena_, x), q = constant(arena_, y);
    if (p && q) return std::abs(*p) > std::abs(*q);
    if (p.has_value() != q.has_value()) return q.has_value();
    return terms_of(arena_, x).back().atoms.size() > terms_of(arena_, y).back().atoms.size();
  }

  // The coordinates of the offset from the largest stride to the smallest; nothing where it is not linear.
  std::optional<std::vector<Coordinate*>> in_order() {
    std::vector<Coordinate*> order;
    for (Coordinate& c : coordinates_) {
      if (c.solution || !arena_.contains(offset_, c.variable)) continue;
      const auto linear = linear_in(arena_, offset_, c.variable);
      if (!linear || terms_of(arena_, linear->coefficient).size() != 1 || holds_coordinate(linear->coefficient))
        return {};
      order.push_back(&c);
    }
    std::stable_sort(order.begin(), order.end(), [&](Coordinate* a, Coordinate* b) { return wider(*a, *b); });
    return order;
  }

  // The part of `rest` that the stride divides. A constant goes to the nearest multiple where something else is left
  // that may be negative, otherwise to the one below: 4*HD*j + 12 is in row j.
  Expr take_multiple(Expr& rest, Expr stride) {
    Expr whole = integer(arena_, 0);
    const auto width = constant(arena_, stride);
    const std::vector<Term> all = terms_of(arena_, rest);
    const bool is_alone = std::all_of(all.begin(), all.end(), [&](const Term& term) {
      return term.atoms.empty() || divide_exactly(arena_, polynomial(arena_, {term}), stride).has_value();
    });
    for (const Term& term : terms_of(arena_, rest)) {
      const Expr part = polynomial(arena_, {term});
      if (const auto exact = divide_exactly(arena_, part, stride)) {
        whole = add(arena_, whole, *exact);
      } else if (term.atoms.empty() && width && *width > 0) {
        const int64_t half = is_alone && term.coefficient >= 0 ? 0 : *width / 2;
        const int64_t nearest =
            term.coefficient >= 0 ? (term.coefficient + half) / *width : -((-term.coefficient + *width / 2) / *width);
        whole = add(arena_, whole, integer(arena_, nearest));
      }
    }
    rest = subtract(arena_, rest, multiply(arena_, whole, stride));
    return whole;
  }

  // 4*t + 12 of 72 is 4*t - 60 of one more: where t counts upwards, only that may be nothing.
  Expr take_vanishing(Expr& rest, int64_t width) {
    int64_t fixed = 0;
    bool goes_up = false;
    for (const Term& term : terms_of(arena_, rest)) {
      if (term.atoms.empty()) fixed = term.coefficient;
      goes_up |= !term.atoms.empty();
      if (!term.atoms.empty() && term.coefficient < 0) return integer(arena_, 0);
    }
    const int64_t more = goes_up && fixed > 0 ? (fixed + width - 1) / width : 0;
    rest = subtract(arena_, rest, integer(arena_, more * width));
    return integer(arena_, more);
  }

  // Dynamic shared memory is cut into parts at offsets that parameters give.
  static std::vector<Term> parameter_terms(const Arena& arena, Expr e) {
    std::vector<Term> found;
    for (const Term& term : terms_of(arena, e)) {
      const bool all = std::all_of(term.atoms.begin(), term.atoms.end(),
                                   [&](Expr atom) { return arena[atom].kind == Kind::parameter; });
      if (all && !term.atoms.empty()) found.push_back(term);
    }
    return found;
  }

  // sh[n - 1 - t] is in the part that begins at sh[0], not in one that begins at sh[n].
  static bool goes_down(const Arena& arena, Expr target) {
    const std::vector<Term> terms = terms_of(arena, target);
    return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
      return term.coefficient < 0 &&
             std::any_of(
                 term.atoms.begin(), term.atoms.end(),
                 [&](Expr atom) { return arena[atom].kind == Kind::special || arena[atom].kind == Kind::variable; });
    });
  }

  // That the rest is less than a stride in both directions.
  Expr is_below(Expr rest, Expr stride) {
    const Expr most = subtract(arena_, stride, integer(arena_, 1));
    return both(arena_, {nonneg(arena_, subtract(arena_, most, rest)), nonneg(arena_, add(arena_, most, rest))});
  }

  Writer solve(Expr target) {
    auto order = in_order();
    if (!order) return {};
    for (const Coordinate* c : *order) {  // with a stride downwards the digits are not unique
      const auto stride = constant(arena_, linear_in(arena_, offset_, c->variable)->coefficient);
      if (order->size() > 1 && stride && *stride < 0) return {};
    }
    Expr base = offset_;
    for (const Coordinate* c : *order) base = linear_in(arena_, base, c->variable)->rest;
    if (parameter_terms(arena_, base) != parameter_terms(arena_, target) && !goes_down(arena_, target))
      return {Writer::Answer::never};
    Expr rest = subtract(arena_, target, base), known_if = arena_.truth(true);
    std::vector<Expr> conditions;
    Replacements found;
    for (Coordinate* c : *order) {
      const Expr stride = linear_in(arena_, offset_, c->variable)->coefficient;
      c->solution = take_multiple(rest, stride);
      found[c->variable] = *c->solution;
    }
    if (order->empty() || rest != integer(arena_, 0)) {
      if (!order->empty()) {
        Coordinate& last = *order->back();
        const Expr stride = linear_in(arena_, offset_, last.variable)->coefficient;
        const auto width = constant(arena_, stride);
        if (!width || *width <= 0) return {};
        found[last.variable] = *(last.solution = add(arena_, *last.solution, take_vanishing(rest, *width)));
        known_if = is_below(rest, stride);
      }
      const Expr same = zero(arena_, rest);
      if (same == arena_.truth(false)) return {Writer::Answer::never};
      conditions.push_back(same);
    }
    Writer writer = with_solution(found, std::move(conditions));
    writer.known_if = known_if;
    return writer;
  }

  // `if (t < 64)` in a kernel says that a block has 64 threads.
  bool is_bounded_by_guard(const Coordinate& c) {
    return !c.is_loop && std::any_of(guard_.begin(), guard_.end(), [&](Expr guard) {
      if (arena_[guard].kind != Kind::nonneg) return false;
      const auto linear = linear_in(arena_, arena_[guard].args[0], c.variable);
      return linear && constant(arena_, linear->coefficient) == -1 && constant(arena_, linear->rest);
    });
  }

  // The thread of an index that was joined from threads and passes is the remainder.
  void add_joined(const Coordinate& c, std::vector<Expr>& conditions, std::vector<Expr>& same) {
    const Expr thread = remainder(arena_, *c.solution, *c.joined);
    if (*c.joined != c.count) conditions.push_back(less(arena_, thread, c.count));
    const bool is_own = divide_exactly(arena_, subtract(arena_, *c.solution, c.special), *c.joined).has_value();
    if (!is_own || *c.joined != c.count) same.push_back(zero(arena_, subtract(arena_, thread, c.special)));
  }

  Writer with_solution(const Replacements& found, std::vector<Expr> conditions) {
    Writer writer{Writer::Answer::found};
    std::vector<Expr> same;
    for (Coordinate& c : coordinates_) {
      if (c.solution) c.solution = substitute(arena_, *c.solution, found);
    }
    for (const Coordinate& c : coordinates_) {
      if (!c.solution) {
        if (occurs_outside_offset(c.variable)) return {};
        continue;
      }
      if (c.joined) {
        if (!c.is_loop) add_joined(c, conditions, same);
        continue;
      }
      conditions.push_back(nonneg(arena_, *c.solution));
      if (!is_bounded_by_guard(c)) conditions.push_back(less(arena_, *c.solution, substitute(arena_, c.count, found)));
      const bool is_thread = arena_[c.special].kind == Kind::special;
      if (is_thread) same.push_back(zero(arena_, subtract(arena_, *c.solution, c.special)));
    }
    for (const Expr e : guard_) conditions.push_back(substitute(arena_, e, found));
    writer.is_reader = both(arena_, same);
    writer.condition = both(arena_, conditions);
    writer.value = substitute(arena_, value_, found);
    return writer;
  }

  Arena& arena_;
  Expr offset_, value_;
  std::vector<Expr> guard_;
  std::vector<Coordinate> coordinates_;
};

}  // namespace

Writer find_writer(Arena& arena, const SharedEntry& store, Expr target) {
  return WriterSearch(arena, store).run(target);
}

Updates all_writers(Arena& arena, const SharedEntry& update, Expr target) {
  return WriterSearch(arena, update).all(target);
}

}  // namespace whet::lift
