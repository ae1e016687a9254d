// Local arrays with a variable index: every element that may be meant is chosen by its index.
//
//   float a[3] = {x, y, z}; ... a[i]    ->    i == 0 ? x : i == 1 ? y : z
#include <algorithm>
#include <numeric>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {
namespace {

constexpr size_t k_most_elements = 64;

// Whether the index is made of the symbol other than through what was loaded: then the passes of the loop are better
// evaluated one by one.
bool counts_with(const Arena& arena, Expr e, Expr symbol) {
  if (e == symbol) return true;
  if (arena[e].kind == Kind::load) return false;
  const std::vector<Expr> parts = parts_of(arena, e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return counts_with(arena, part, symbol); });
}

}  // namespace

// The places with values that the address may mean, in order. Those of other variables on the stack do no harm: no
// index leads to them.
Result<std::vector<Place>> Evaluator::elements(const State& state, const Instruction& code, const Address& at,
                                               int bytes) const {
  for (const Expr symbol : open_) {
    if (counts_with(arena_, at.offset, symbol)) {
      return refuse(code, "a local array whose index counts the passes of a loop is not modelled");
    }
  }
  int64_t stride = 0, begin = 0;
  for (const Term& term : terms_of(arena_, at.offset)) {
    if (term.atoms.empty()) begin = term.coefficient;
    if (!term.atoms.empty()) stride = std::gcd(stride, term.coefficient);
  }
  const bool upwards = presumed_nonneg(arena_, subtract(arena_, at.offset, integer(arena_, begin)));
  std::vector<Place> found;
  for (const auto& [place, held] : state.values) {
    if (place.space != Place::Space::local || place.owner != static_cast<int>(arena_[at.base].value)) continue;
    if ((place.offset - begin) % std::max<int64_t>(stride, 1) != 0 || (upwards && place.offset < begin)) {
      const bool inside = place.offset > begin && place.offset + held.bytes > begin && stride < bytes;
      if (inside) return refuse(code, "a local array is read in other pieces than it was written");
      continue;
    }
    if (held.bytes != bytes) {
      if (!upwards || stride < bytes) return refuse(code, "a local array is read in other pieces than it was written");
      break;  // another variable follows
    }
    found.push_back(place);
  }
  if (found.empty()) return refuse(code, "a local array is read before it is written");
  if (found.size() > k_most_elements) {
    return refuse(code, "a local array of more than " + std::to_string(k_most_elements) +
                            " elements with a variable index is not modelled");
  }
  return found;
}

Result<Expr> Evaluator::load_element(const State& state, const Instruction& code, const Address& from, int bytes) {
  TRY(places, elements(state, code, from, bytes));
  thread_.assumptions.insert("indices stay inside local arrays");
  Expr chosen = state.values.at(places.back()).value;
  for (size_t i = places.size() - 1; i-- > 0;) {
    const Expr here = zero(arena_, subtract(arena_, from.offset, integer(arena_, places[i].offset)));
    chosen = select(arena_, here, state.values.at(places[i]).value, chosen);
  }
  return chosen;
}

Result<void> Evaluator::store_element(State& state, const Instruction& code, const Address& to, Expr value, int bytes) {
  TRY(places, elements(state, code, to, bytes));
  thread_.assumptions.insert("indices stay inside local arrays");
  for (const Place& place : places) {
    const Expr here = zero(arena_, subtract(arena_, to.offset, integer(arena_, place.offset)));
    Expr& held = state.values.at(place).value;
    held = select(arena_, here, value, held);
  }
  return {};
}

}  // namespace whet::lift
