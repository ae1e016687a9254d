#include "lift/thread/arithmetic.h"

#include <algorithm>
#include <bit>

#include "lift/block/lanes.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/packed.h"

namespace whet::lift {
namespace {

bool is_modelled_real(ptx::Type type) {
  return type == ptx::Type::f32 || type == ptx::Type::f64 || type == ptx::Type::f16 || type == ptx::Type::bf16;
}

// Operands of bit operations must be exact: what was multiplied or added may have wrapped.
bool is_exact(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  switch (node.kind) {
    case Kind::load:
    case Kind::parameter:
    case Kind::special:
    case Kind::variable:
    case Kind::bound:
    case Kind::call:
    case Kind::remainder:
    case Kind::quotient:
      return true;
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

Error not_modelled(const std::string& what) {
  return bad_input(what + " is not modelled");
}

}  // namespace

Result<Expr> as_real(Arena& arena, Expr raw, ptx::Type type) {
  const Expr e = part_of_load(arena, raw);
  if (const auto bits = constant(arena, e)) {
    if (type == ptx::Type::f16 || type == ptx::Type::bf16) {
      return real(arena, half_value(static_cast<uint16_t>(*bits), type == ptx::Type::bf16));
    }
    if (type == ptx::Type::f64) return real(arena, std::bit_cast<double>(*bits));
    return real(arena, std::bit_cast<float>(static_cast<uint32_t>(*bits)));
  }
  if (is_integer(arena, e)) return not_modelled("a computed integer whose bits are read as a floating-point number");
  if (is_condition(arena, e)) return not_modelled("a predicate as a number");
  return e;
}

Result<Expr> as_integer(Arena& arena, Expr raw) {
  const Expr e = part_of_load(arena, raw);
  if (is_real(arena, e)) return not_modelled("a floating-point number whose bits are read as an integer");
  if (is_condition(arena, e)) return not_modelled("a predicate as a number");
  return e;
}

Result<std::optional<Expr>> Arithmetic::compute(const ptx::Instruction& code, const Args& raw) {
  const ptx::Type type = code.type(code.type_count() - 1);
  if (code.opcode == "cvt") return raw.size() == 1 ? convert(code, raw[0]) : packed_halves(code, raw);
  if (type == ptx::Type::pred) return on_conditions(code, raw);
  if (code.opcode == "selp") {
    if (raw.size() != 3 || !is_condition(arena_, raw[2]) || other_modifier(code, {})) return not_modelled("this form");
    return std::optional(select(arena_, raw[2], raw[0], raw[1]));
  }
  if (ptx::is_float(type) && !is_modelled_real(type))
    return not_modelled("arithmetic on " + std::string(name_of(type)));
  if (ptx::bytes_of(type) > 8) return not_modelled("a value of more than 64 bits");
  Args args;
  for (const Expr e : raw) {
    auto read = ptx::is_float(type) ? as_real(arena_, e, type) : as_integer(arena_, e);
    if (!read) return std::move(read).error();
    args.push_back(*read);
  }
  if (code.opcode == "setp") return compare(code, args);
  return ptx::is_float(type) ? on_reals(code, args) : on_integers(code, args);
}

Result<std::optional<Expr>> Arithmetic::on_conditions(const ptx::Instruction& code, const Args& args) {
  if (!std::all_of(args.begin(), args.end(), [&](Expr e) { return is_condition(arena_, e); })) {
    return not_modelled("a number as a predicate");
  }
  if (code.opcode == "not" && args.size() == 1) return std::optional(negate(arena_, args[0]));
  if (args.size() != 2) return std::optional<Expr>();
  if (code.opcode == "and") return std::optional(both(arena_, args));
  if (code.opcode == "or") return std::optional(either(arena_, args));
  if (code.opcode == "xor") return std::optional(select(arena_, args[0], negate(arena_, args[1]), args[1]));
  return std::optional<Expr>();
}

Result<std::optional<Expr>> Arithmetic::on_integers(const ptx::Instruction& code, const Args& args) {
  if (const auto other = other_modifier(code, {"lo", "wide"})) return not_modelled("`." + *other + "`");
  const std::string& opcode = code.opcode;
  if (opcode == "neg" && args.size() == 1) return std::optional(scale(arena_, args[0], -1));
  if (opcode == "not" && args.size() == 1) return std::optional(subtract(arena_, integer(arena_, -1), args[0]));
  if (opcode == "abs" && args.size() == 1) {
    return std::optional(select(arena_, nonneg(arena_, args[0]), args[0], scale(arena_, args[0], -1)));
  }
  if (opcode == "mad" && args.size() == 3) {
    return std::optional(add(arena_, multiply(arena_, args[0], args[1]), args[2]));
  }
  if (args.size() == 1 && opcode == "popc") {
    if (const auto lanes = votes_of(arena_, args[0])) return lanes;
  }
  if (args.size() == 1) return bit_function(code, args);
  if (args.size() != 2) return std::optional<Expr>();
  if (opcode == "add") return std::optional(add(arena_, args[0], args[1]));
  if (opcode == "sub") return std::optional(subtract(arena_, args[0], args[1]));
  if (opcode == "mul") return std::optional(multiply(arena_, args[0], args[1]));
  if (opcode == "div") return std::optional(quotient(arena_, args[0], args[1]));
  if (opcode == "rem") return std::optional(remainder(arena_, args[0], args[1]));
  if (opcode == "min" || opcode == "max") {
    const auto a = constant(arena_, args[0]), b = constant(arena_, args[1]);
    if (a && b) return std::optional(integer(arena_, opcode == "min" ? std::min(*a, *b) : std::max(*a, *b)));
    return std::optional(opcode == "min" ? minimum(arena_, args) : maximum(arena_, args));
  }
  return bits(code, args);
}

// Shifts by constants and masks of low bits are products, quotients and remainders of what is not negative.
Result<std::optional<Expr>> Arithmetic::bits(const ptx::Instruction& code, const Args& args) {
  const auto amount = constant(arena_, args[1]), number = constant(arena_, args[0]);
  if (amount && number && code.opcode == "and") return std::optional(integer(arena_, *number & *amount));
  if (amount && number && code.opcode == "or") return std::optional(integer(arena_, *number | *amount));
  if (amount && number && code.opcode == "xor") return std::optional(integer(arena_, *number ^ *amount));
  const bool shifts = code.opcode == "shl" || code.opcode == "shr";
  const bool masks =
      code.opcode == "and" && amount && *amount > 0 && std::has_single_bit(static_cast<uint64_t>(*amount) + 1);
  if (!shifts && !masks) return bit_function(code, args);
  const Node masked = arena_[args[0]];
  if (masks && masked.kind == Kind::load && masked.bytes < 4 && *amount + 1 >= int64_t{1} << (8 * masked.bytes)) {
    assumptions_.insert("bytes whose bits are masked are unsigned");
    return std::optional(args[0]);
  }
  if (!amount) return not_modelled("a shift by a variable");
  if (*amount < 0 || (shifts && *amount > 62)) return not_modelled("a shift by so many bits");
  if (code.opcode == "shl") return std::optional(scale(arena_, args[0], int64_t{1} << *amount));
  if (!presumed_nonneg(arena_, args[0])) return bit_function(code, args);
  assumptions_.insert("indices and sizes are not negative");
  if (masks) return std::optional(remainder(arena_, args[0], integer(arena_, *amount + 1)));
  return std::optional(quotient(arena_, args[0], integer(arena_, int64_t{1} << *amount)));
}

// Bits of whole numbers, as functions: and, or, xor, a shift to the right of what may be negative.
Result<std::optional<Expr>> Arithmetic::bit_function(const ptx::Instruction& code, const Args& args) {
  constexpr std::string_view k_known[] = {"and", "or", "xor", "shr", "popc", "clz"};
  if (std::find(std::begin(k_known), std::end(k_known), code.opcode) == std::end(k_known)) return std::optional<Expr>();
  const bool exact =
      std::all_of(args.begin(), args.end(), [&](Expr e) { return constant(arena_, e) || is_exact(arena_, e); });
  if (!exact && code.opcode != "or") return not_modelled("a bit operation on a number that may wrap");
  if (code.opcode == "shr" && !ptx::is_signed(code.type()) && arena_[args[0]].kind != Kind::load) {
    return not_modelled("an unsigned shift of what may be negative");
  }
  Args sorted = args;
  const bool commutes = code.opcode == "and" || code.opcode == "or" || code.opcode == "xor";
  if (commutes) std::sort(sorted.begin(), sorted.end(), [&](Expr a, Expr b) { return arena_.before(a, b); });
  if (commutes && sorted[0] == sorted[1]) return std::optional(code.opcode == "xor" ? integer(arena_, 0) : sorted[0]);
  if (!exact) return std::optional(arena_.call("@or", sorted));  // its sign alone is exact
  const bool counts_wide = args.size() == 1 && ptx::bytes_of(code.type()) == 8;
  return std::optional(arena_.call(code.opcode + (counts_wide ? "64" : ""), sorted));
}

Result<std::optional<Expr>> Arithmetic::compare(const ptx::Instruction& code, const Args& args) {
  const ptx::Type type = code.type();
  if (args.size() != 2 || code.type_count() != 1 || code.modifiers.empty()) return not_modelled("this form");
  std::string how = code.modifiers[0];
  if (other_modifier(code, {how, "ftz"})) return not_modelled("a comparison that is joined with a predicate");
  const Expr a = args[0], b = args[1];
  if (!ptx::is_float(type)) {
    const bool is_unsigned = !ptx::is_signed(type) && type != ptx::Type::b32 && type != ptx::Type::b64;
    return compare_integers(how, is_unsigned, a, b);
  }
  if (how.size() == 3 && how.back() == 'u' && how != "nu") how.pop_back();  // there is no NaN
  if (how == "lt") return std::optional(real_less(arena_, a, b));
  if (how == "gt") return std::optional(real_less(arena_, b, a));
  if (how == "le") return std::optional(negate(arena_, real_less(arena_, b, a)));
  if (how == "ge") return std::optional(negate(arena_, real_less(arena_, a, b)));
  if (how == "eq") return std::optional(real_equal(arena_, a, b));
  if (how == "ne") return std::optional(negate(arena_, real_equal(arena_, a, b)));
  return not_modelled("`." + how + "`");
}

// (unsigned)a < (unsigned)b also says that `a` is not negative.
Expr Arithmetic::unsigned_less(Expr a, Expr b) {
  if (!presumed_nonneg(arena_, b)) assumptions_.insert("unsigned bounds do not wrap below 0");
  const Expr below = less(arena_, a, b);
  return presumed_nonneg(arena_, a) ? below : both(arena_, {nonneg(arena_, a), below});
}

Result<std::optional<Expr>> Arithmetic::compare_integers(const std::string& how, bool is_unsigned, Expr a, Expr b) {
  if (how == "eq") return std::optional(zero(arena_, subtract(arena_, a, b)));
  if (how == "ne") return std::optional(negate(arena_, zero(arena_, subtract(arena_, a, b))));
  const auto below = [&](Expr x, Expr y) { return is_unsigned ? unsigned_less(x, y) : less(arena_, x, y); };
  if (how == "lt" || how == "lo") return std::optional(below(a, b));
  if (how == "gt" || how == "hi") return std::optional(below(b, a));
  if (how == "le" || how == "ls") return std::optional(negate(arena_, below(b, a)));
  if (how == "ge" || how == "hs") return std::optional(negate(arena_, below(a, b)));
  return not_modelled("`." + how + "`");
}

}  // namespace whet::lift
