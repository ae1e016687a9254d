#include "lift/loop/carried.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/loop/argument.h"
#include "lift/loop/recurrence.h"

namespace whet::lift {
namespace {

bool contains_any(const Arena& arena, Expr e, const std::vector<Carried>& carried) {
  return std::any_of(carried.begin(), carried.end(), [&](const Carried& c) { return arena.contains(e, c.symbol); });
}

constexpr std::pair<Kind, Fold> k_folds_of[] = {{Kind::sum, Fold::sum},
                                                {Kind::product, Fold::product},
                                                {Kind::maximum, Fold::maximum},
                                                {Kind::minimum, Fold::minimum}};

// s < x ? x : s of integers is max(s, x).
Expr extreme_of_integers(Arena& arena, Expr update, Expr symbol) {
  const Node node = arena[update];
  if (node.kind != Kind::select || (node.args[1] != symbol && node.args[2] != symbol)) return update;
  const Expr a = node.args[1], b = node.args[2], one = integer(arena, 1);
  if (is_real(arena, a) || is_real(arena, b) || is_condition(arena, a) || is_condition(arena, b)) return update;
  const bool takes_less = node.args[0] == less(arena, a, b) || node.args[0] == less(arena, a, add(arena, b, one));
  const bool takes_more = node.args[0] == less(arena, b, a) || node.args[0] == less(arena, b, add(arena, a, one));
  return takes_less ? minimum(arena, {a, b}) : takes_more ? maximum(arena, {a, b}) : update;
}

// c and s < x ? x : s is c ? max(s, x) : s.
std::optional<Expr> chosen_extreme(Arena& arena, const Node& node, Expr symbol) {
  const bool is_swapped = node.args[1] == symbol;
  if (!is_swapped && node.args[2] != symbol) return {};
  const Expr condition = is_swapped ? negate(arena, node.args[0]) : node.args[0];
  std::vector<Expr> compared, others;
  for (const Expr e : members(arena, condition)) (arena.contains(e, symbol) ? compared : others).push_back(e);
  if (compared.size() != 1 || others.empty()) return {};
  const Expr better =
      extreme_of_integers(arena, select(arena, compared[0], node.args[is_swapped ? 2 : 1], symbol), symbol);
  if (arena[better].kind != Kind::maximum && arena[better].kind != Kind::minimum) return {};
  return select(arena, both(arena, others), better, symbol);
}

// c ? (s + f) : s is s + (c ? f : 0).
std::optional<Accumulation> chosen_accumulation(Arena& arena, const Node& node, Expr symbol) {
  if (arena.contains(node.args[0], symbol)) {
    const auto extreme = chosen_extreme(arena, node, symbol);
    return extreme ? accumulation(arena, *extreme, symbol) : std::nullopt;
  }
  auto a = accumulation(arena, node.args[1], symbol), b = accumulation(arena, node.args[2], symbol);
  if (!a || !b || (a->how && b->how && *a->how != *b->how) || (!a->how && !b->how)) return {};
  const Fold how = a->how ? *a->how : *b->how;
  const bool integers = a->of_integers || b->of_integers;
  const Expr nothing = identity(arena, how, integers);
  return Accumulation{how, select(arena, node.args[0], a->how ? a->body : nothing, b->how ? b->body : nothing),
                      integers};
}

}  // namespace

std::optional<Accumulation> accumulation(Arena& arena, Expr update, Expr symbol) {
  if (update == symbol) return Accumulation{};
  const Node node = arena[update];
  if (node.kind == Kind::select) return chosen_accumulation(arena, node, symbol);
  if (node.kind == Kind::polynomial) {
    const auto linear = linear_in(arena, update, symbol);
    if (!linear || constant(arena, linear->coefficient) != 1) return {};
    return Accumulation{Fold::sum, linear->rest, true};
  }
  for (const auto& [kind, how] : k_folds_of) {
    if (node.kind != kind) continue;
    std::vector<Expr> rest = node.args;
    if (std::erase(rest, symbol) != 1) return {};
    const Expr body = fold(arena, how, rest);
    if (arena.contains(body, symbol)) return {};
    return Accumulation{how, body, false};
  }
  return {};
}

namespace {

// Taking it that whether something is NaN is always answered with no.
Expr without_nan_tests(Arena& arena, Expr e) {
  Replacements map;
  for (const Expr part : arena.all_parts(e)) {
    const Node& node = arena[part];
    const bool asks = node.kind == Kind::equal && std::any_of(node.args.begin(), node.args.end(), [&](Expr side) {
                        return arena[side].kind == Kind::call && arena.text(side) == "isnan";
                      });
    if (asks) map[part] = arena.truth(false);
  }
  return map.empty() ? e : substitute(arena, e, map);
}

// Over the first `count` passes.
Expr accumulated(Arena& arena, const Accumulation& found, const Carried& carried, Expr variable, Expr count) {
  const Expr total = close_reduction(arena, {*found.how, variable, count, found.body});
  if (found.of_integers) return add(arena, carried.initial, total);
  const auto start = constant(arena, carried.initial);
  const bool whole = *found.how == Fold::maximum || *found.how == Fold::minimum;
  const Expr initial = start && !whole && *start == 0 ? real(arena, 0) : carried.initial;
  return fold(arena, *found.how, {initial, total});
}

class LoopSolver {
 public:
  LoopSolver(Arena& arena, const std::vector<Carried>& carried, const std::string& where, const LoopHooks& hooks)
      : arena_(arena), carried_(carried), where_(where), hooks_(hooks) {}

  Result<SolvedLoop> solve(Expr go_on) {
    loop_.variable = arena_.fresh_variable();
    for (const Carried& c : carried_) find_induction(c);
    TRY_VOID(find_count(go_on));
    TRY_VOID(hooks_.counted(loop_));
    for (const auto& [symbol, step] : steps_) {
      loop_.after[symbol] = substitute(arena_, loop_.inside.at(symbol), {{loop_.variable, loop_.count}});
    }
    inductions_ = loop_.inside;
    for (const Carried& c : carried_) {
      const Expr update = hooks_.resolve(substitute(arena_, c.update, inductions_));
      updates_.push_back(extreme_of_integers(arena_, update, c.symbol));
      if (c.update == c.symbol) loop_.after.emplace(c.symbol, c.initial);
    }
    find_reductions();
    if (drop_nan_tests()) find_reductions();
    for (const Carried& c : carried_) {
      const std::string lost = "the value that " + c.name + " carries through the loop at " + where_;
      loop_.after.emplace(c.symbol, arena_.unknown(lost + " is no sum, product, maximum or minimum"));
      loop_.inside.emplace(c.symbol, arena_.unknown(lost + " is used inside it"));
    }
    return std::move(loop_);
  }

 private:
  void find_induction(const Carried& c) {
    if (is_real(arena_, c.update) || is_condition(arena_, c.update)) {
      if (c.update == c.symbol) loop_.inside[c.symbol] = c.initial;
      return;
    }
    const Expr step = subtract(arena_, c.update, c.symbol);
    if (contains_any(arena_, step, carried_) || hooks_.is_open(step)) return;
    steps_[c.symbol] = step;
    loop_.inside[c.symbol] = add(arena_, c.initial, multiply(arena_, step, loop_.variable));
    if (constant(arena_, step) == 0) loop_.inside[c.symbol] = c.initial;
  }

  Error no_count(const std::string& why) const {
    return bad_input("how often the loop at " + where_ + " runs cannot be told: " + why);
  }

  // All conditions of the test must hold: those that count passes give the least count, those of data end the loop at
  // the first pass in which they do not hold.
  Result<void> find_count(Expr go_on) {
    const Expr test = substitute(arena_, go_on, loop_.inside);
    if (contains_any(arena_, test, carried_)) return no_count("its test uses a value that is no counter");
    std::vector<Expr> counted, data;
    const std::vector<Expr> all = members(arena_, test);
    for (const Expr e : all) (all.size() == 1 || is_of_counters(e) ? counted : data).push_back(e);
    for (const Expr e : counted) TRY_VOID(count_passes(e));
    if (loop_.count == Expr{}) return no_count("its test is not a single comparison of integers");
    loop_.limits = both(arena_, counted);
    if (counted.size() > 1) loop_.condition = loop_.limits;
    if (!data.empty()) end_at_first(both(arena_, data));
    return {};
  }

  // A comparison that bounds the counter, in which nothing that is loaded in this pass has a part.
  bool is_of_counters(Expr e) const {
    const auto parts = arena_.all_parts(e);
    return arena_[e].kind == Kind::nonneg && arena_.contains(e, loop_.variable) &&
           std::none_of(parts.begin(), parts.end(), [&](Expr part) {
             return arena_[part].kind == Kind::load && arena_.contains(part, loop_.variable);
           });
  }

  bool is_unequal(Expr e) const {
    return arena_[e].kind == Kind::negation && arena_[arena_[e].args[0]].kind == Kind::zero;
  }

  // The test as -a*pass + b >= 0 gives b/a + 1 passes, as -a*pass + b != 0 it gives b/a.
  Result<void> count_passes(Expr test) {
    const Node node = arena_[test];
    const bool unequal = is_unequal(test);
    if (node.kind != Kind::nonneg && !unequal) return no_count("its test is not a single comparison of integers");
    Expr polynomial_of_test = unequal ? arena_[node.args[0]].args[0] : node.args[0];
    auto linear = linear_in(arena_, polynomial_of_test, loop_.variable);
    if (!linear) return no_count("its test is not linear in the counter");
    Expr a = scale(arena_, linear->coefficient, -1), b = linear->rest;
    if (unequal && !presumed_nonneg(arena_, a)) a = scale(arena_, a, -1), b = scale(arena_, b, -1);
    if (a == integer(arena_, 0) || !presumed_nonneg(arena_, a))
      return no_count("its counter does not approach the bound");
    const auto exact = divide_exactly(arena_, b, a);
    if (unequal && !exact) return no_count("its counter may miss the bound");
    const Expr count = unequal ? *exact : quotient(arena_, add(arena_, b, a), a);
    loop_.condition = unequal ? less(arena_, loop_.variable, count) : test;
    loop_.count = loop_.count == Expr{} ? count : minimum(arena_, {loop_.count, count});
    return {};
  }

  // The first pass in which what goes on ends; all of them where there is none.
  void end_at_first(Expr goes_on) {
    const Expr ends = select(arena_, goes_on, integer(arena_, 0), integer(arena_, 1));
    const Expr times = close_reduction(arena_, {Fold::sum, loop_.variable, loop_.count, ends});
    const Expr first = close_reduction(arena_, {Fold::argmaximum, loop_.variable, loop_.count, ends});
    loop_.runs_out = zero(arena_, times);
    loop_.count = select(arena_, *loop_.runs_out, loop_.count, first);
    loop_.condition = less(arena_, loop_.variable, loop_.count);
  }

  // s | constant for any s: doing it again changes nothing.
  std::optional<Expr> with_bits(const Carried& c, Expr value) {
    const Node node = arena_[value];
    if (node.kind != Kind::call || arena_.text(value) != "or" || node.args[1] != c.symbol) return {};
    const auto bits = constant(arena_, node.args[0]), initial = constant(arena_, c.initial);
    if (!bits || !initial) return {};
    return integer(arena_, *bits | *initial);
  }

  // s = c ? constant : s in every pass: the constant once c was true, whenever that was.
  bool find_flag(const Carried& c, Expr update) {
    const Node node = arena_[update];
    if (node.kind != Kind::select) return false;
    const bool swapped = node.args[1] == c.symbol;
    const Expr written = node.args[swapped ? 2 : 1];
    const Expr value = with_bits(c, written).value_or(written),
               condition = swapped ? negate(arena_, node.args[0]) : node.args[0];
    const bool fixed = constant(arena_, value).has_value() || arena_[value].kind == Kind::real;
    if (node.args[swapped ? 1 : 2] != c.symbol || !fixed || contains_any(arena_, condition, carried_)) return false;
    const auto until = [&](Expr count) {
      const Expr pass = arena_.fresh_variable();
      const Expr body = select(arena_, substitute(arena_, condition, {{loop_.variable, pass}}), integer(arena_, 1),
                               integer(arena_, 0));
      const Expr times = close_reduction(arena_, {Fold::sum, pass, count, body});
      return select(arena_, zero(arena_, times), c.initial, value);
    };
    loop_.after[c.symbol] = until(loop_.count);
    loop_.inside[c.symbol] = until(loop_.variable);
    return true;
  }

  // The low bits of a number that is 1 or 0 are the number.
  Expr without_masks(Expr e, Expr symbol) {
    Replacements map;
    for (const Expr part : arena_.all_parts(e)) {
      const Node& node = arena_[part];
      const bool masks = node.kind == Kind::remainder && node.args[0] == symbol;
      if (masks && constant(arena_, node.args[1]).value_or(0) >= 2) map[part] = symbol;
    }
    return map.empty() ? e : substitute(arena_, e, map);
  }

  // s = s or c, s = s and c, as numbers that are 1 or 0.
  bool find_any_or_all(const Carried& c, Expr update) {
    const Node node = arena_[update];
    const auto initial = constant(arena_, c.initial);
    if (node.kind != Kind::select || !initial || (*initial != 0 && *initial != 1)) return false;
    const bool straight = constant(arena_, node.args[1]) == 1 && constant(arena_, node.args[2]) == 0;
    const bool inverted = constant(arena_, node.args[1]) == 0 && constant(arena_, node.args[2]) == 1;
    if (!straight && !inverted) return false;
    const Expr read = straight ? node.args[0] : negate(arena_, node.args[0]);
    const Expr condition = without_masks(read, c.symbol);
    const Kind kind = arena_[condition].kind;
    std::vector<Expr> rest = arena_[condition].args;
    const Expr is_set = negate(arena_, zero(arena_, c.symbol));
    if ((kind != Kind::either && kind != Kind::both) || std::erase(rest, is_set) != 1) return false;
    const bool any = kind == Kind::either;
    const Expr changes = any ? either(arena_, rest) : negate(arena_, both(arena_, rest));
    if (contains_any(arena_, changes, carried_)) return false;
    return find_flag(c, select(arena_, changes, integer(arena_, any ? 1 : 0), c.symbol));
  }

  void find_reductions() {
    for (size_t round = 0; round < carried_.size(); ++round) {
      const size_t known = loop_.after.size();
      for (size_t i = 0; i < carried_.size(); ++i) {
        if (!loop_.after.contains(carried_[i].symbol)) find_reduction(i);
      }
      if (loop_.after.size() == known) break;
    }
  }

  // m = isnan(x) or x > m ? x : m is a maximum where there is no NaN. False: nothing that is left asks for one.
  bool drop_nan_tests() {
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (loop_.after.contains(carried_[i].symbol)) continue;
      const Expr plain = without_nan_tests(arena_, updates_[i]);
      loop_.takes_numbers |= plain != updates_[i];
      updates_[i] = plain;
    }
    return loop_.takes_numbers;
  }

  bool take(const Carried& c, const std::optional<Recurrence>& found) {
    if (!found) return false;
    loop_.after[c.symbol] = found->after;
    if (found->inside) loop_.inside[c.symbol] = *found->inside;
    return true;
  }

  void find_reduction(size_t which) {
    const Carried& c = carried_[which];
    const RecurrenceInput input{carried_, updates_, loop_};
    for (const auto rule : {rescaled_sum, argument_of_extreme, argument_of_own_value, running_mean, running_squares}) {
      if (take(c, rule(arena_, input, which))) return;
    }
    const Expr update = substitute(arena_, updates_[which], loop_.inside);
    if (find_flag(c, update) || find_any_or_all(c, update)) return;
    const auto found = accumulation(arena_, update, c.symbol);
    if (!found || !found->how || contains_any(arena_, found->body, carried_)) {
      take(c, linear_recurrence(arena_, input, which));
      return;
    }
    loop_.after[c.symbol] = accumulated(arena_, *found, c, loop_.variable, loop_.count);
    const Expr pass = arena_.fresh_variable();
    Accumulation until = *found;
    until.body = substitute(arena_, found->body, {{loop_.variable, pass}});
    loop_.inside[c.symbol] = accumulated(arena_, until, c, pass, loop_.variable);
  }

  Arena& arena_;
  const std::vector<Carried>& carried_;
  const std::string& where_;
  const LoopHooks& hooks_;
  std::map<Expr, Expr, decltype([](Expr a, Expr b) { return a.id < b.id; })> steps_;
  SolvedLoop loop_;
  Replacements inductions_;
  std::vector<Expr> updates_;
};

}  // namespace

Result<SolvedLoop> solve_loop(Arena& arena, const std::vector<Carried>& carried, Expr go_on, const std::string& where,
                              const LoopHooks& hooks) {
  return LoopSolver(arena, carried, where, hooks).solve(go_on);
}

}  // namespace whet::lift
