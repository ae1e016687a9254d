// Loops that repeat a compare-and-swap until it succeeds: an update by any function of the element.
//
//   old = *p; do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (assumed != old);   ->   *p = f(*p)
//
// Which pass succeeds does not matter: what it stores is f of what was there.
#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/loop/carried.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {

Result<void> Evaluator::swap(Frame& frame, State& state, const Instruction& code) {
  const auto other = other_modifier(code, {"global", "shared", "shared::cta", "relaxed", "gpu", "cta", "cas"});
  if (other) return refuse(code, "`." + *other + "` is not modelled");
  if (code.operands.size() != 4 || code.opcode != "atom") return refuse(code, "this form is not modelled");
  const ptx::Type type = code.type();
  TRY(to, address(frame, state, code, code.operands[1]));
  TRY(expected, value(frame, state, code, code.operands[2], type));
  TRY(desired, value(frame, state, code, code.operands[3], type));
  TRY(guard, guard_of(frame, state, code));
  if (guard != arena_.truth(true)) return refuse(code, "a guarded compare-and-swap is not modelled");
  const Expr result = arena_.fresh_variable(true);
  swaps_.push_back({to, ptx::bytes_of(type), expected, desired, result, state.path, &code});
  return write(frame, state, code, code.operands[0], result, ptx::bytes_of(type));
}

// What the element becomes, as a function of what it was. Ways out are taken when the swap succeeded, or when it was
// not tried.
std::optional<Expr> Evaluator::swapped_value(const Swap& swap, const std::vector<Exit>& exits, Expr symbol) {
  const Expr succeeds = zero(arena_, subtract(arena_, symbol, swap.result));
  const Expr tries = both(arena_, swap.path);
  std::vector<Expr> with_success = swap.path;
  with_success.push_back(succeeds);
  bool has_success = false;
  for (const Exit& exit : exits) {
    const Expr leaves = both(arena_, exit.state.path);
    const bool is_success = leaves == both(arena_, with_success);
    if (!is_success && leaves != negate(arena_, tries)) return {};
    has_success |= is_success;
  }
  if (!has_success) return {};
  if (tries == arena_.truth(true)) return swap.desired;
  const auto is_less = [&](Expr a, Expr b) { return tries == less(arena_, a, b) || tries == real_less(arena_, a, b); };
  if (is_less(swap.desired, symbol)) return fold(arena_, Fold::minimum, {swap.desired, symbol});
  if (is_less(symbol, swap.desired)) return fold(arena_, Fold::maximum, {swap.desired, symbol});
  return select(arena_, tries, swap.desired, symbol);
}

Result<std::vector<Exit>> Evaluator::swap_loop(const LoopPass& pass, const State& before, const State& back,
                                               std::vector<Exit> exits) {
  const Swap swap = swaps_.back();
  const Error unknown = refuse(*swap.code, "a loop that repeats it and does more is not modelled");
  const auto symbol = std::find(pass.symbols.begin(), pass.symbols.end(), swap.expected);
  if (symbol == pass.symbols.end() || thread_.stores.size() != pass.first_store || exits.empty()) return unknown;
  for (size_t i = 0; i < pass.places.size(); ++i) {
    const auto after = back.values.find(pass.places[i]);
    const bool is_kept =
        after != back.values.end() && after->second.value == add(arena_, pass.bases[i], pass.symbols[i]);
    const bool is_next = after != back.values.end() && after->second.value == swap.result;
    if (pass.symbols[i] == *symbol ? !is_next : !is_kept && !is_next) return unknown;
  }
  for (const Exit& exit : exits) {
    if (exit.to != exits[0].to) return unknown;
  }
  const auto becomes = swapped_value(swap, exits, *symbol);
  const auto found = becomes ? accumulation(arena_, *becomes, *symbol) : std::nullopt;
  if (!found || !found->how || arena_.contains(swap.to.offset, *symbol)) return unknown;
  swaps_.pop_back();
  // What was read to begin with is a guess.
  std::erase_if(loads_,
                [&](const Access& load) { return load.array == swap.to.base && load.offset == swap.to.offset; });
  thread_.assumptions.insert(k_old_guesses);
  TRY_VOID(update_one(before, *swap.code, swap.to, *found->how, found->body, swap.bytes));
  std::vector<State> states;
  const Expr lost = arena_.unknown("the result of an atomic operation is used");
  for (Exit& exit : exits) {
    Replacements map{{swap.result, lost}};
    for (const Expr each : pass.symbols) map[each] = lost;
    for (size_t i = 0; i < pass.places.size(); ++i) {
      const auto after = back.values.find(pass.places[i]);
      if (after->second.value == swap.result) continue;
      map[pass.symbols[i]] = subtract(arena_, before.values.at(pass.places[i]).value, pass.bases[i]);
    }
    for (auto& [place, held] : exit.state.values) held.value = substitute(arena_, held.value, map);
    exit.state.path = before.path;
    states.push_back(std::move(exit.state));
  }
  TRY(left, merged(std::move(states)));
  std::vector<Exit> result;
  result.push_back({exits[0].to, std::move(left)});
  return result;
}

}  // namespace whet::lift
