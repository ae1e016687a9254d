// Floating-point instructions and conversions.
#include <array>
#include <bit>
#include <cmath>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"
#include "lift/thread/evaluator.h"
#include "lift/thread/interval.h"
#include "lift/thread/packed.h"

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

// Narrower types have their names as functions.
Expr rounded_to(Arena& arena, Expr value, ptx::Type type) {
  if (arena[value].kind == Kind::real) return value;
  const char* name = type == ptx::Type::f16 ? "half" : type == ptx::Type::bf16 ? "bfloat16" : "float";
  if (arena[value].kind == Kind::load && (type == ptx::Type::f16 || type == ptx::Type::bf16) && arena[value].bytes == 2)
    return value;
  return arena.call(name, {value});
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

// Two numbers of 8 bits as halves: of a byte that was loaded alone the second is zero.
Result<std::optional<Expr>> Arithmetic::halves_of_bytes(const ptx::Instruction& code, Expr arg) {
  if (code.type(0) != ptx::Type::f16x2 || other_modifier(code, {"rn"}))
    return bad_input("conversion of numbers of 8 bits in this form is not modelled");
  const std::string function = code.type(1) == ptx::Type::e4m3x2 ? "e4m3" : "e5m2";
  TRY(bits, as_integer(arena_, arg));
  const auto both = constant(arena_, bits);
  const auto low = number_of_byte(arena_, both ? integer(arena_, *both & 255) : bits, function);
  if (!low) return bad_input("numbers of 8 bits that are no elements of an array are not modelled");
  const double high = both ? byte_value(static_cast<uint8_t>(*both >> 8), function) : 0;
  return std::optional(pack(arena_, *low, real(arena_, high)));
}

Result<std::optional<Expr>> Arithmetic::convert(const ptx::Instruction& code, Expr arg) {
  if (code.type_count() != 2) return bad_input("this form is not modelled");
  const ptx::Type to = code.type(0), from = code.type(1);
  if (from == ptx::Type::e4m3x2 || from == ptx::Type::e5m2x2) return halves_of_bytes(code, arg);
  if (is_packed(arena_, arg) && ptx::bytes_of(from) == 4 && ptx::bytes_of(to) == 2 && !ptx::is_float(to)) {
    if (const auto words = unpack(arena_, arg, 4)) return std::optional(words->first);
  }
  const auto other = other_modifier(code, {"rn", "rz", "ftz", "sat", "rni", "rzi", "rmi", "rpi"});
  if (other) return bad_input("`." + *other + "` is not modelled");
  for (const ptx::Type type : {to, from}) {
    const bool known =
        type == ptx::Type::f32 || type == ptx::Type::f64 || type == ptx::Type::f16 || type == ptx::Type::bf16;
    if (ptx::is_float(type) && !known)
      return bad_input("conversion of " + std::string(name_of(type)) + " is not modelled");
  }
  if (!ptx::is_float(from)) {
    TRY(value, as_integer(arena_, arg));
    if (code.has("sat") && !ptx::is_float(to)) return bad_input("`.sat` on integers is not modelled");
    if (ptx::is_float(to)) {
      value = exact_operand(value, from);
      const auto number = constant(arena_, value);
      return std::optional(number ? real(arena_, static_cast<double>(*number)) : arena_.call("real", {value}));
    }
    return between_integers(to, from, value);
  }
  TRY(value, as_real(arena_, arg, from));
  constexpr std::array<FunctionOpcode, 4> k_rounding = {
      {{"rni", "rint"}, {"rzi", "trunc"}, {"rmi", "floor"}, {"rpi", "ceil"}}};
  for (const FunctionOpcode& known : k_rounding) {
    if (code.has(known.opcode)) value = arena_.call(std::string(known.function), {value});
  }
  if (!ptx::is_float(to)) return to_integer(code, value);
  if (code.has("sat")) value = saturated(arena_, value);
  const bool narrows = ptx::bytes_of(to) < ptx::bytes_of(from) && arena_[value].kind != Kind::real;
  return std::optional(narrows ? rounded_to(arena_, value, to) : value);
}

// The rounding was done already; a number beyond the range of the integer is taken not to occur.
Result<std::optional<Expr>> Arithmetic::to_integer(const ptx::Instruction& code, Expr value) {
  assumptions_.insert("numbers that become integers fit them");
  if (arena_[value].kind == Kind::real) {
    return std::optional(integer(arena_, static_cast<int64_t>(std::trunc(real_value(arena_, value)))));
  }
  const Node node = arena_[value];
  const bool truncates = node.kind == Kind::call && arena_.text(value) == "trunc" && code.has("rzi");
  const Expr whole = truncates ? node.args[0] : value;
  // A number below zero becomes an unsigned zero.
  const bool saturates = !ptx::is_signed(code.type(0)) && !(interval_of(arena_, whole, signs_).least >= 0);
  return std::optional(arena_.call("int", {saturates ? maximum(arena_, {real(arena_, 0), whole}) : whole}));
}

// Widening keeps the number. Narrowing wraps, unless the number is known to fit; a value in a narrow register that may
// be negative is wrapped where it is read as unsigned.
Result<std::optional<Expr>> Arithmetic::between_integers(ptx::Type to, ptx::Type from, Expr value) {
  const int narrow = std::min(ptx::bytes_of(to), ptx::bytes_of(from)) * 8;
  const bool widens = ptx::bytes_of(to) > ptx::bytes_of(from);
  if (narrow >= 32) return std::optional(widens ? exact_operand(value, from) : value);
  const bool is_signed = ptx::is_signed(ptx::bytes_of(to) < ptx::bytes_of(from) ? to : from);
  // The bits are the same whether they are read as signed or unsigned, as long as they are only stored.
  const bool narrows = ptx::bytes_of(to) < ptx::bytes_of(from);
  if (fits(interval_of(arena_, value, signs_), narrow, is_signed) ||
      (narrows && fits(interval_of(arena_, value, signs_), narrow, !is_signed))) {
    return std::optional(value);
  }
  const bool is_loaded = arena_[value].kind == Kind::load && arena_[value].bytes * 8 <= narrow;
  if (is_loaded && (narrows || !reads_other_sign(value, narrow, is_signed))) return std::optional(value);
  return std::optional(wrapped(arena_, value, narrow, is_signed));
}

Result<std::optional<Expr>> Arithmetic::packed_halves(const ptx::Instruction& code, const Args& args) {
  const ptx::Type to = code.type(0);
  const bool known = (to == ptx::Type::f16x2 || to == ptx::Type::bf16x2) && code.type(1) == ptx::Type::f32;
  if (args.size() != 2 || !known || other_modifier(code, {"rn"}))
    return bad_input("packing two values in this form is not modelled");
  const ptx::Type half = to == ptx::Type::f16x2 ? ptx::Type::f16 : ptx::Type::bf16;
  TRY(high, as_real(arena_, args[0], ptx::Type::f32));
  TRY(low, as_real(arena_, args[1], ptx::Type::f32));
  return std::optional(pack(arena_, rounded_to(arena_, low, half), rounded_to(arena_, high, half)));
}

double half_value(uint16_t bits, bool is_bfloat) {
  if (is_bfloat) return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * INFINITY;
  return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(fraction + 1024, exponent - 25);
}

std::optional<Expr> number_of_byte(Arena& arena, Expr bits, const std::string& function) {
  if (const auto known = constant(arena, bits)) return real(arena, byte_value(static_cast<uint8_t>(*known), function));
  const Node node = arena[bits];
  const bool is_wrapped = node.kind == Kind::call && arena.text(bits) == "wrap";
  const Expr byte = is_wrapped ? node.args[0] : bits;
  const bool is_loaded = arena[byte].kind == Kind::load && arena[byte].bytes == 1;
  return is_loaded ? std::optional(arena.call(function, {byte})) : std::nullopt;
}

double byte_value(uint8_t bits, std::string_view function) {
  if (function == "e5m2") return half_value(static_cast<uint16_t>(bits << 8), false);
  const int exponent = bits >> 3 & 15, fraction = bits & 7;
  if ((bits & 127) == 127) return std::nan("");
  const double size = exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(fraction + 8, exponent - 10);
  return (bits & 128) != 0 ? -size : size;
}

}  // namespace whet::lift
