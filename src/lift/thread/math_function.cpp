#include "lift/thread/math_function.h"

#include <algorithm>
#include <string>

#include "lift/expression/real.h"

namespace whet::lift {
namespace {

struct KnownFunction {
  std::string_view name;
  size_t arguments;
};
constexpr KnownFunction k_plain[] = {
    {"exp", 1},   {"exp2", 1}, {"exp10", 1}, {"expm1", 1}, {"log", 1},  {"log2", 1},  {"log10", 1},  {"log1p", 1},
    {"sqrt", 1},  {"cbrt", 1}, {"sin", 1},   {"cos", 1},   {"tan", 1},  {"asin", 1},  {"acos", 1},   {"atan", 1},
    {"sinh", 1},  {"cosh", 1}, {"tanh", 1},  {"erf", 1},   {"erfc", 1}, {"floor", 1}, {"ceil", 1},   {"trunc", 1},
    {"round", 1}, {"rint", 1}, {"pow", 2},   {"atan2", 2}, {"fmod", 2}, {"hypot", 2}, {"normcdf", 1}};

// "__nv_fast_expf" -> "expf", "__expf" -> "expf"
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"__nv_fast_", "__nv_", "__"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

std::optional<Expr> named(Arena& arena, std::string_view name, const std::vector<Expr>& args) {
  for (const KnownFunction& known : k_plain) {
    if (known.name == name && known.arguments == args.size()) return arena.call(std::string(name), args);
  }
  if (args.size() == 1 && name == "fabs") return arena.call("abs", args);
  if (args.size() == 1 && name == "rsqrt") return inverse(arena, arena.call("sqrt", args));
  if (args.size() == 1 && name == "saturate") {
    return minimum(arena, {real(arena, 1), maximum(arena, {real(arena, 0), args[0]})});
  }
  if (args.size() == 2 && name == "fmax") return maximum(arena, args);
  if (args.size() == 2 && name == "fmin") return minimum(arena, args);
  if (args.size() == 2 && name == "fdivide") return product(arena, {args[0], inverse(arena, args[1])});
  if (args.size() == 3 && name == "fma") return sum(arena, {product(arena, {args[0], args[1]}), args[2]});
  return {};
}

}  // namespace

std::optional<Expr> math_function(Arena& arena, std::string_view name, const std::vector<Expr>& args) {
  name = without_prefix(name);
  if (const auto found = named(arena, name, args)) return found;
  return name.ends_with('f') ? named(arena, name.substr(0, name.size() - 1), args) : std::nullopt;
}

}  // namespace whet::lift
