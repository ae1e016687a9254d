#include "lift/thread/disjoint.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

// The greatest divisor of all coefficients but that of the constant term; 0: there are none.
int64_t divisor_of(const Arena& arena, Expr e) {
  int64_t divisor = 0;
  for (const Term& term : terms_of(arena, e)) {
    if (!term.atoms.empty()) divisor = std::gcd(divisor, term.coefficient);
  }
  return divisor;
}

int64_t constant_term(const Arena& arena, Expr e) {
  for (const Term& term : terms_of(arena, e)) {
    if (term.atoms.empty()) return term.coefficient;
  }
  return 0;
}

// Whether a - b = divisor*k + fixed keeps them apart for every k; a divisor of 0: k is 0.
bool apart(int64_t divisor, int64_t fixed, const Extent& a, const Extent& b) {
  if (divisor == 0) return fixed >= b.bytes || -fixed >= a.bytes;
  const int64_t rest = ((fixed % divisor) + divisor) % divisor;
  return rest >= b.bytes && divisor - rest >= a.bytes;
}

}  // namespace

bool never_meet(Arena& arena, const Extent& a, const Extent& b) {
  const Expr distance = subtract(arena, a.offset, b.offset);
  const int64_t divisor = divisor_of(arena, distance), fixed = constant_term(arena, distance);
  return apart(divisor, fixed, a, b);
}

bool rows_never_meet(const Arena& arena, Expr distance) {
  int64_t sign = 0;
  for (const Term& term : terms_of(arena, distance)) {
    if (term.atoms.empty()) continue;
    const auto is_size = [&](Expr atom) { return arena[atom].kind == Kind::parameter; };
    const bool of_sizes = std::all_of(term.atoms.begin(), term.atoms.end(), is_size);
    if (!of_sizes || (sign != 0 && (sign > 0) != (term.coefficient > 0))) return false;
    sign = term.coefficient;
  }
  return sign != 0;
}

bool threads_never_meet(Arena& arena, const Extent& a, const Extent& b) {
  const int64_t divisor = std::gcd(divisor_of(arena, a.offset), divisor_of(arena, b.offset));
  return apart(divisor, constant_term(arena, a.offset) - constant_term(arena, b.offset), a, b);
}

bool meet_only_in_one_pass(Arena& arena, const Extent& a, const Extent& b, Expr pass) {
  if (threads_never_meet(arena, a, b)) return true;
  const auto distance = constant(arena, subtract(arena, a.offset, b.offset));
  const auto linear = linear_in(arena, a.offset, pass);
  if (!distance || !linear) return false;
  const auto step = constant(arena, linear->coefficient);
  const int64_t least = std::abs(step ? *step : divisor_of(arena, linear->coefficient));
  return least >= std::abs(*distance) + std::max(a.bytes, b.bytes);
}

}  // namespace whet::lift
