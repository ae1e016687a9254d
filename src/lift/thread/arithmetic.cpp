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
  const Node node = arena[e];
  const bool has_bits = node.kind == Kind::select &&
                        (constant(arena, node.args[1]).has_value() || constant(arena, node.args[2]).has_value());
  if (node.kind == Kind::select && (has_bits || is_integer(arena, e))) {
    TRY(a, as_real(arena, node.args[1], type));
    TRY(b, as_real(arena, node.args[2], type));
    return select(arena, node.args[0], a, b);
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
    if (raw.size() != 3 || other_modifier(code, {})) return not_modelled("this form");
    if (arena_[raw[2]].kind == Kind::unknown) return std::optional(raw[2]);
    if (!is_condition(arena_, raw[2])) return not_modelled("a number as a predicate");
    return std::optional(chosen_lanes(arena_, select(arena_, raw[2], raw[0], raw[1])));
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
  if (code.opcode == "set") return truth_value(code, args);
  return ptx::is_float(type) ? on_reals(code, args) : on_integers(code, args);
}

Result<std::optional<Expr>> Arithmetic::on_conditions(const ptx::Instruction& code, const Args& args) {
  for (const Expr e : args) {
    if (arena_[e].kind == Kind::unknown) return std::optional(e);
  }
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
  const bool high = code.opcode == "mul" && code.has("hi");
  if (const auto other = other_modifier(code, {"lo", "wide", high ? "hi" : "lo"})) {
    return not_modelled("`." + *other + "`");
  }
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
  if (args.size() == 3 && opcode == "bfe") return bit_field(code, args);
  if (args.size() == 3 && opcode == "dp4a") return product_of_bytes(code, args);
  if (args.size() != 2) return std::optional<Expr>();
  if (high) return high_half(code, args);
  if (opcode == "add") return std::optional(add(arena_, args[0], args[1]));
  if (opcode == "sub") return std::optional(subtract(arena_, args[0], args[1]));
  if (opcode == "mul") return std::optional(multiply(arena_, args[0], args[1]));
  if (opcode == "div" || opcode == "rem") {
    const Expr a = exact_operand(args[0], code.type()), b = exact_operand(args[1], code.type());
    return std::optional(opcode == "div" ? quotient(arena_, a, b) : remainder(arena_, a, b));
  }
  if (opcode == "min" || opcode == "max") {
    const auto a = constant(arena_, args[0]), b = constant(arena_, args[1]);
    if (a && b) return std::optional(integer(arena_, opcode == "min" ? std::min(*a, *b) : std::max(*a, *b)));
    const Args exact = {exact_operand(args[0], code.type()), exact_operand(args[1], code.type())};
    return std::optional(opcode == "min" ? minimum(arena_, exact) : maximum(arena_, exact));
  }
  return bits(code, args);
}

Result<std::optional<Expr>> Arithmetic::compare(const ptx::Instruction& code, const Args& args) {
  const ptx::Type type = code.type();
  if (args.size() != 2 || code.type_count() != 1 || code.modifiers.empty()) return not_modelled("this form");
  std::string how = code.modifiers[0];
  if (other_modifier(code, {how, "ftz"})) return not_modelled("a comparison that is joined with a predicate");
  const Expr a = args[0], b = args[1];
  if (!ptx::is_float(type)) {
    const bool is_unsigned = !ptx::is_signed(type) && type != ptx::Type::b32 && type != ptx::Type::b64;
    if (how == "eq" || how == "ne") return compare_bits(how == "eq", type, a, b);
    return compare_integers(how, is_unsigned, a, b, type);
  }
  if (how == "nan") return std::optional(either(arena_, {not_a_number(arena_, a), not_a_number(arena_, b)}));
  if (how == "num")
    return std::optional(negate(arena_, either(arena_, {not_a_number(arena_, a), not_a_number(arena_, b)})));
  if (a == b && (how == "ne" || how == "neu")) return std::optional(not_a_number(arena_, a));
  if (a == b && how == "eq") return std::optional(negate(arena_, not_a_number(arena_, a)));
  if (how.size() == 3 && how.back() == 'u') how.pop_back();  // other comparisons take it that there is no NaN
  if (how == "lt") return std::optional(real_less(arena_, a, b));
  if (how == "gt") return std::optional(real_less(arena_, b, a));
  if (how == "le") return std::optional(negate(arena_, real_less(arena_, b, a)));
  if (how == "ge") return std::optional(negate(arena_, real_less(arena_, a, b)));
  if (how == "eq") return std::optional(real_equal(arena_, a, b));
  if (how == "ne") return std::optional(negate(arena_, real_equal(arena_, a, b)));
  return not_modelled("`." + how + "`");
}

namespace {

// x[i] + z[i], x[i] - z[i], x[i] + 5: sums of loaded words alone, which wrap for some data. Differences from a number
// do not, as far as comparing them with less than 2^31 can tell, and neither do offsets of one array.
bool may_wrap_as_data(const Arena& arena, Expr e, int bits) {
  const Node& node = arena[e];
  if (node.kind != Kind::polynomial) return false;
  const auto is_word = [&](Expr atom) { return arena[atom].kind == Kind::load && arena[atom].bytes * 8 == bits; };
  int64_t loads = 0, added = 0;
  bool is_scaled = false;
  std::vector<Expr> arrays;
  for (const Term& term : node.terms) {
    if (!std::all_of(term.atoms.begin(), term.atoms.end(), is_word)) return false;
    for (const Expr atom : term.atoms) arrays.push_back(arena[atom].args[0]);
    if (term.atoms.empty()) added = term.coefficient;
    if (!term.atoms.empty()) ++loads, is_scaled |= term.atoms.size() > 1 || term.coefficient != 1;
  }
  if (arrays.size() == 2 && added == 0 && arrays[0] == arrays[1]) return false;
  return loads > 0 && (loads > 1 || is_scaled || added > 0);
}

bool is_made_of_data(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return arena[part].kind == Kind::load; });
}

}  // namespace

// (unsigned)a < (unsigned)b also says that `a` is not negative, where b is not.
Expr Arithmetic::unsigned_less(Expr a, Expr b, ptx::Type type) {
  const int bits = ptx::bytes_of(type) * 8;
  const Expr bound = exact_operand(b, type);
  const bool is_small = bound == b && presumed_nonneg(arena_, b) && arena_[b].kind != Kind::call &&
                        constant(arena_, b).value_or(0) <= INT32_MAX;
  if (!is_small || !reads_other_sign(a, bits, false)) a = exact_operand(a, type);
  b = bound;
  // A thread's number below a difference of loaded offsets is a guard; data beside data may have wrapped.
  const bool may_wrap_left = bits == 32 && may_wrap_as_data(arena_, a, bits);
  const bool may_wrap_right = bits == 32 && may_wrap_as_data(arena_, b, bits) && is_made_of_data(arena_, a);
  if (may_wrap_left) a = wrapped(arena_, a, bits, false);
  if (may_wrap_right) b = wrapped(arena_, b, bits, false);
  if (!presumed_nonneg(arena_, b)) assumptions_.insert("unsigned bounds do not wrap below 0");
  const Expr below = less(arena_, a, b);
  return presumed_nonneg(arena_, a) ? below : both(arena_, {nonneg(arena_, a), below});
}

Result<std::optional<Expr>> Arithmetic::compare_integers(const std::string& how, bool is_unsigned, Expr a, Expr b,
                                                         ptx::Type type) {
  const auto below = [&](Expr x, Expr y) {
    return is_unsigned ? unsigned_less(x, y, type) : less(arena_, exact_operand(x, type), exact_operand(y, type));
  };
  if (how == "lt" || how == "lo") return std::optional(below(a, b));
  if (how == "gt" || how == "hi") return std::optional(below(b, a));
  if (how == "le" || how == "ls") return std::optional(negate(arena_, below(b, a)));
  if (how == "ge" || how == "hs") return std::optional(negate(arena_, below(a, b)));
  return not_modelled("`." + how + "`");
}

}  // namespace whet::lift
