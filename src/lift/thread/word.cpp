#include "lift/thread/word.h"

#include <algorithm>
#include <cstdlib>

#include "lift/expression/polynomial.h"
#include "lift/thread/arithmetic.h"

namespace whet::lift {
namespace {

// Strides of indices are smaller, or even; the factors of hash functions and random numbers are odd.
constexpr int64_t k_large_stride = 1 << 24, k_large_odd_factor = 1 << 14;

bool is_large_factor(int64_t factor) {
  const int64_t size = factor < 0 ? -factor : factor;
  return size > k_large_stride || size < 0 || (size > k_large_odd_factor && size % 2 != 0);
}

}  // namespace

bool is_call_to(const Arena& arena, Expr e, std::initializer_list<std::string_view> names) {
  if (arena[e].kind != Kind::call) return false;
  return std::find(names.begin(), names.end(), arena.text(e)) != names.end();
}

namespace {

bool finds_exact(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  switch (node.kind) {
    case Kind::load:
    case Kind::parameter:
    case Kind::special:
    case Kind::variable:
    case Kind::bound:
    case Kind::remainder:
    case Kind::quotient:
    case Kind::unknown:
      return true;
    case Kind::call:
      return !is_call_to(arena, e, {"shl"});
    case Kind::select:
      return is_exact(arena, node.args[1]) && is_exact(arena, node.args[2]);
    case Kind::polynomial:
      return node.terms.size() <= 2 && std::all_of(node.terms.begin(), node.terms.end(), [&](const Term& term) {
               return term.atoms.empty() ||
                      (term.atoms.size() == 1 && std::abs(term.coefficient) == 1 && is_exact(arena, term.atoms[0]));
             });
    default:
      return false;
  }
}

}  // namespace

bool is_exact(const Arena& arena, Expr e) {
  if (const auto known = arena.known(e).is_exact) return *known;
  const bool found = finds_exact(arena, e);
  arena.known(e).is_exact = found;
  return found;
}

bool does_wrap(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  if (node.kind == Kind::polynomial) {
    return std::any_of(node.terms.begin(), node.terms.end(), [&](const Term& term) {
      if (term.atoms.empty()) return false;
      return is_large_factor(term.coefficient) || std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr atom) {
               return is_call_to(arena, atom, {"shl"});
             });
    });
  }
  return is_call_to(arena, e, {"shl"});
}

bool is_word(const Arena& arena, Expr e) {
  return is_call_to(arena, e, {"and", "or", "xor", "shr", "wrap", "brev"});
}

Expr as_word(Arena& arena, Expr e, int bits) {
  if (const auto number = constant(arena, e)) {
    return bits == 32 ? integer(arena, static_cast<int32_t>(*number)) : e;
  }
  return is_exact(arena, e) ? e : wrapped(arena, e, bits, true);
}

Expr wrapped(Arena& arena, Expr e, int bits, bool is_signed) {
  if (const auto number = constant(arena, e)) {
    if (bits >= 64) return e;
    const int64_t low = *number & ((int64_t{1} << bits) - 1);
    return integer(arena, is_signed && (low >> (bits - 1)) != 0 ? low - (int64_t{1} << bits) : low);
  }
  if (is_call_to(arena, e, {"wrap"})) {
    const auto inner = constant(arena, arena[e].args[1]);
    if (inner == (is_signed ? -bits : bits)) return e;
    if (inner && *inner > 0 && *inner < bits) return e;
    if (inner && std::abs(*inner) >= bits) e = arena[e].args[0];
  }
  return arena.call("wrap", {e, integer(arena, is_signed ? -bits : bits)});
}

}  // namespace whet::lift
