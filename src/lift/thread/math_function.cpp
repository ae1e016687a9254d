#include "lift/thread/math_function.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

struct KnownFunction {
  std::string_view name;
  size_t arguments;
};
constexpr KnownFunction k_plain[] = {
    {"exp", 1},      {"exp2", 1},      {"exp10", 1},     {"expm1", 1}, {"log", 1},    {"log2", 1},    {"log10", 1},
    {"log1p", 1},    {"sqrt", 1},      {"cbrt", 1},      {"sin", 1},   {"cos", 1},    {"tan", 1},     {"asin", 1},
    {"acos", 1},     {"atan", 1},      {"sinh", 1},      {"cosh", 1},  {"tanh", 1},   {"erf", 1},     {"erfc", 1},
    {"floor", 1},    {"ceil", 1},      {"trunc", 1},     {"round", 1}, {"rint", 1},   {"pow", 2},     {"atan2", 2},
    {"fmod", 2},     {"hypot", 2},     {"normcdf", 1},   {"asinh", 1}, {"acosh", 1},  {"atanh", 1},   {"lgamma", 1},
    {"tgamma", 1},   {"sinpi", 1},     {"cospi", 1},     {"erfcx", 1}, {"erfinv", 1}, {"erfcinv", 1}, {"normcdfinv", 1},
    {"copysign", 2}, {"remainder", 2}, {"nextafter", 2}, {"j0", 1},    {"j1", 1},     {"y0", 1},      {"y1", 1}};

// "__nv_fast_expf" -> "expf", "__expf" -> "expf"
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"__nv_fast_", "__nv_", "__"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

Expr sum_of_squares(Arena& arena, const std::vector<Expr>& args) {
  std::vector<Expr> squares;
  for (const Expr e : args) squares.push_back(product(arena, {e, e}));
  return sum(arena, squares);
}

std::optional<Expr> named(Arena& arena, std::string_view name, const std::vector<Expr>& args) {
  for (const KnownFunction& known : k_plain) {
    if (known.name == name && known.arguments == args.size()) return arena.call(std::string(name), args);
  }
  if (args.size() == 1 && name == "fabs") return arena.call("abs", args);
  if (args.size() == 1 && name == "rsqrt") return inverse(arena, arena.call("sqrt", args));
  if (args.size() == 1 && name == "nearbyint") return arena.call("rint", args);
  if (args.size() == 1 && name == "rcbrt") return inverse(arena, arena.call("cbrt", args));
  if (args.size() == 2 && name == "fdim") return maximum(arena, {difference(arena, args[0], args[1]), real(arena, 0)});
  if (args.size() == 2 && name == "rhypot") return inverse(arena, arena.call("hypot", args));
  if (args.size() >= 3 && (name == "norm3d" || name == "norm4d"))
    return arena.call("sqrt", {sum_of_squares(arena, args)});
  if (args.size() >= 3 && (name == "rnorm3d" || name == "rnorm4d")) {
    return inverse(arena, arena.call("sqrt", {sum_of_squares(arena, args)}));
  }
  if (args.size() == 1 && name == "saturate") {
    return minimum(arena, {real(arena, 1), maximum(arena, {real(arena, 0), args[0]})});
  }
  if (args.size() == 2 && name == "fmax") return maximum(arena, args);
  if (args.size() == 2 && name == "fmin") return minimum(arena, args);
  if (args.size() == 2 && name == "fdivide") return product(arena, {args[0], inverse(arena, args[1])});
  if (args.size() == 3 && name == "fma") return sum(arena, {product(arena, {args[0], args[1]}), args[2]});
  return {};
}

Expr is_infinite(Arena& arena, Expr e) {
  return real_equal(arena, arena.call("abs", {e}), real(arena, INFINITY));
}

Expr as_number(Arena& arena, Expr condition) {
  return select(arena, condition, integer(arena, 1), integer(arena, 0));
}

// Functions of numbers whose result or second argument is an integer.
std::optional<Expr> with_integers(Arena& arena, std::string_view name, const std::vector<Expr>& args) {
  const auto rounded = [&](const char* how) { return arena.call("int", {arena.call(how, {args[0]})}); };
  if (args.size() == 1) {
    if (name == "lround" || name == "llround") return rounded("round");
    if (name == "lrint" || name == "llrint") return rounded("rint");
    if (name == "isnan" || name == "isnand") return as_number(arena, not_a_number(arena, args[0]));
    if (name == "isinf" || name == "isinfd") return as_number(arena, is_infinite(arena, args[0]));
    if (name == "finite" || name == "isfinite" || name == "isfinited") {
      const Expr other = either(arena, {is_infinite(arena, args[0]), not_a_number(arena, args[0])});
      return as_number(arena, negate(arena, other));
    }
    if (name == "signbit" || name == "signbitd") {
      const Expr sign = arena.call("copysign", {real(arena, 1), args[0]});  // of -0 it is -1
      return as_number(arena, real_less(arena, sign, real(arena, 0)));
    }
  }
  if (args.size() != 2) return {};
  const auto number = constant(arena, args[1]);
  const Expr exponent = number ? real(arena, static_cast<double>(*number)) : arena.call("real", {args[1]});
  if (name == "powi") return arena.call("pow", {args[0], exponent});
  if (name == "ldexp" || name == "scalbn") return product(arena, {args[0], arena.call("exp2", {exponent})});
  return {};
}

template <typename Find>
std::optional<Expr> with_either_name(std::string_view name, Find find) {
  name = without_prefix(name);
  if (const auto found = find(name)) return found;
  return name.ends_with('f') ? find(name.substr(0, name.size() - 1)) : std::nullopt;
}

}  // namespace

std::optional<Expr> mixed_function(Arena& arena, std::string_view name, const std::vector<Expr>& args) {
  return with_either_name(name, [&](std::string_view plain) { return with_integers(arena, plain, args); });
}

std::optional<std::pair<Expr, Expr>> sine_and_cosine(Arena& arena, std::string_view name, Expr x) {
  const std::string_view plain = without_prefix(name);
  if (plain == "sincos" || plain == "sincosf") return std::pair(arena.call("sin", {x}), arena.call("cos", {x}));
  if (plain == "sincospi" || plain == "sincospif") {
    return std::pair(arena.call("sinpi", {x}), arena.call("cospi", {x}));
  }
  return {};
}

std::optional<Expr> math_function(Arena& arena, std::string_view name, const std::vector<Expr>& args) {
  return with_either_name(name, [&](std::string_view plain) { return named(arena, plain, args); });
}

}  // namespace whet::lift
