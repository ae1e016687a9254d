// Floating-point instructions and conversions.
#include <array>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {
namespace {

struct FunctionOpcode {
  std::string_view opcode, function;
};
constexpr FunctionOpcode k_functions[] = {{"abs", "abs"}, {"sqrt", "sqrt"}, {"ex2", "exp2"}, {"lg2", "log2"},
                                          {"sin", "sin"}, {"cos", "cos"},   {"tanh", "tanh"}};

std::optional<Expr> of_one(Arena& arena, std::string_view opcode, Expr x) {
  for (const FunctionOpcode& known : k_functions) {
    if (known.opcode == opcode) return arena.call(std::string(known.function), {x});
  }
  if (opcode == "neg") return product(arena, {real(arena, -1), x});
  if (opcode == "rcp") return inverse(arena, x);
  if (opcode == "rsqrt") return inverse(arena, arena.call("sqrt", {x}));
  return {};
}

std::optional<Expr> of_two(Arena& arena, std::string_view opcode, Expr a, Expr b) {
  if (opcode == "add") return sum(arena, {a, b});
  if (opcode == "sub") return difference(arena, a, b);
  if (opcode == "mul") return product(arena, {a, b});
  if (opcode == "div") return product(arena, {a, inverse(arena, b)});
  if (opcode == "max") return maximum(arena, {a, b});
  if (opcode == "min") return minimum(arena, {a, b});
  return {};
}

Expr saturated(Arena& arena, Expr e) {
  return minimum(arena, {real(arena, 1), maximum(arena, {real(arena, 0), e})});
}

bool is_narrow_integer(ptx::Type type) {
  return !ptx::is_float(type) && ptx::bytes_of(type) < 4;
}

}  // namespace

Result<std::optional<Expr>> Arithmetic::on_reals(const ptx::Instruction& code, const Args& args) {
  const auto other = other_modifier(code, {"rn", "rz", "rm", "rp", "ftz", "approx", "full", "sat"});
  if (other) return bad_input("`." + *other + "` is not modelled");
  std::optional<Expr> result;
  if (args.size() == 1) result = of_one(arena_, code.opcode, args[0]);
  if (args.size() == 2) result = of_two(arena_, code.opcode, args[0], args[1]);
  if (args.size() == 3 && (code.opcode == "fma" || code.opcode == "mad")) {
    result = sum(arena_, {product(arena_, {args[0], args[1]}), args[2]});
  }
  if (result && code.has("sat")) result = saturated(arena_, *result);
  return result;
}

Result<std::optional<Expr>> Arithmetic::convert(const ptx::Instruction& code, Expr arg) {
  if (code.type_count() != 2) return bad_input("this form is not modelled");
  const ptx::Type to = code.type(0), from = code.type(1);
  const auto other = other_modifier(code, {"rn", "rz", "ftz", "sat", "rni", "rzi", "rmi", "rpi"});
  if (other) return bad_input("`." + *other + "` is not modelled");
  for (const ptx::Type type : {to, from}) {
    const bool known = type == ptx::Type::f32 || type == ptx::Type::f64;
    if (ptx::is_float(type) && !known)
      return bad_input("conversion of " + std::string(name_of(type)) + " is not modelled");
  }
  if (!ptx::is_float(from)) {
    TRY(value, as_integer(arena_, arg));
    if (code.has("sat")) return bad_input("`.sat` on integers is not modelled");
    if (ptx::is_float(to)) {
      const auto number = constant(arena_, value);
      return std::optional(number ? real(arena_, static_cast<double>(*number)) : arena_.call("real", {value}));
    }
    const bool loaded = arena_[value].kind == Kind::load && arena_[value].bytes == ptx::bytes_of(from);
    if (is_narrow_integer(to) || (is_narrow_integer(from) && !loaded)) {
      return bad_input("an integer of 8 or 16 bits is not modelled");
    }
    return std::optional(value);
  }
  if (!ptx::is_float(to)) return bad_input("a floating-point number that becomes an integer is not modelled");
  TRY(value, as_real(arena_, arg, from));
  constexpr std::array<FunctionOpcode, 4> k_rounding = {
      {{"rni", "round"}, {"rzi", "trunc"}, {"rmi", "floor"}, {"rpi", "ceil"}}};
  for (const FunctionOpcode& known : k_rounding) {
    if (code.has(known.opcode)) value = arena_.call(std::string(known.function), {value});
  }
  if (code.has("sat")) value = saturated(arena_, value);
  const bool narrows = ptx::bytes_of(to) < ptx::bytes_of(from) && arena_[value].kind != Kind::real;
  return std::optional(narrows ? arena_.call("float", {value}) : value);
}

}  // namespace whet::lift
