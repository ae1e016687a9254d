#include "lift/expression/real.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string_view>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

std::vector<Expr> flattened(const Arena& arena, Kind kind, const std::vector<Expr>& args) {
  std::vector<Expr> flat;
  for (const Expr e : args) {
    if (arena[e].kind == kind) {
      flat.insert(flat.end(), arena[e].args.begin(), arena[e].args.end());
    } else {
      flat.push_back(e);
    }
  }
  return flat;
}

Expr sorted_node(Arena& arena, Kind kind, std::vector<Expr> args) {
  std::sort(args.begin(), args.end(), [&](Expr a, Expr b) { return arena.before(a, b); });
  return arena.intern({.kind = kind, .args = std::move(args)});
}

// Takes the constants out of the list and combines them.
template <typename Combine>
double take_constants(const Arena& arena, std::vector<Expr>& args, double start, Combine combine) {
  for (const Expr e : args) {
    if (arena[e].kind == Kind::real) start = combine(start, real_value(arena, e));
  }
  std::erase_if(args, [&](Expr e) { return arena[e].kind == Kind::real; });
  return start;
}

// Only its inverse is exact.
bool is_power_of_two(double value) {
  int exponent = 0;
  return std::isnormal(value) && std::abs(std::frexp(value, &exponent)) == 0.5 && std::abs(exponent) < 1000;
}

// A value below which a start of a maximum only says "none yet": -FLT_MAX, -1e30, -inf.
constexpr double k_no_start = 1e29;

bool is_infinite(const Arena& arena, Expr e) {
  return arena[e].kind == Kind::real && std::isinf(real_value(arena, e));
}

// Whether conditions may leave a reduction without any element: the windows of a padded image.
bool may_find_none(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  if (node.kind == Kind::select) return is_infinite(arena, node.args[1]) || is_infinite(arena, node.args[2]);
  return node.kind == Kind::reduction && may_find_none(arena, node.args[1]);
}

// What is loaded, or computed from that alone: limits of it are meant, such as FLT_MAX for infinities.
bool is_element(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::none_of(parts.begin(), parts.end(), [&](Expr part) {
    const Kind kind = arena[part].kind;
    return kind == Kind::reduction || kind == Kind::symbol || kind == Kind::select;
  });
}

Expr extreme(Arena& arena, Kind kind, const std::vector<Expr>& list) {
  std::vector<Expr> args = flattened(arena, kind, list);
  const double none = kind == Kind::maximum ? -INFINITY : INFINITY;
  const auto pick = [&](double a, double b) { return kind == Kind::maximum ? std::max(a, b) : std::min(a, b); };
  const double limit = take_constants(arena, args, none, pick);
  const bool is_seen = std::isfinite(limit) && std::any_of(args.begin(), args.end(), [&](Expr e) {
                         return arena[e].kind == Kind::reduction && may_find_none(arena, e);
                       });
  const bool clamps = args.size() == 1 && std::isfinite(limit) && is_element(arena, args[0]);
  const bool starts = is_seen || clamps || (kind == Kind::maximum ? limit > -k_no_start : limit < k_no_start);
  if (starts || args.empty()) args.push_back(real(arena, limit));
  std::sort(args.begin(), args.end(), [&](Expr a, Expr b) { return arena.before(a, b); });
  args.erase(std::unique(args.begin(), args.end()), args.end());
  return args.size() == 1 ? args[0] : arena.intern({.kind = kind, .args = std::move(args)});
}

}  // namespace

Expr real(Arena& arena, double value) {
  if (value == 0) value = 0;  // -0 is 0
  return arena.intern({.kind = Kind::real, .value = std::bit_cast<int64_t>(value)});
}

double real_value(const Arena& arena, Expr e) {
  return std::bit_cast<double>(arena[e].value);
}

Expr sum(Arena& arena, std::vector<Expr> list) {
  std::vector<Expr> args = flattened(arena, Kind::sum, list);
  const double offset = take_constants(arena, args, 0, [](double a, double b) { return a + b; });
  if (offset != 0 || args.empty()) args.push_back(real(arena, offset));
  return args.size() == 1 ? args[0] : sorted_node(arena, Kind::sum, std::move(args));
}

namespace {

bool is_real_zero(const Arena& arena, Expr e) {
  return (arena[e].kind == Kind::real && real_value(arena, e) == 0) || constant(arena, e) == 0;
}

// (c ? a : 0)*(c ? b : 0) is c ? a*b : 0.
std::optional<Expr> masked_product(Arena& arena, const std::vector<Expr>& args) {
  std::vector<Expr> conditions, factors;
  for (const Expr e : args) {
    const Node node = arena[e];
    const bool second = node.kind == Kind::select && is_real_zero(arena, node.args[2]);
    const bool first = node.kind == Kind::select && !second && is_real_zero(arena, node.args[1]);
    if (first || second) conditions.push_back(first ? negate(arena, node.args[0]) : node.args[0]);
    factors.push_back(first ? node.args[2] : second ? node.args[1] : e);
  }
  if (conditions.empty()) return {};
  return select(arena, both(arena, conditions), product(arena, factors), real(arena, 0));
}

}  // namespace

Expr product(Arena& arena, std::vector<Expr> list) {
  std::vector<Expr> args = flattened(arena, Kind::product, list);
  if (args.size() > 1) {
    if (const auto masked = masked_product(arena, args)) return *masked;
  }
  const double factor = take_constants(arena, args, 1, [](double a, double b) { return a * b; });
  if (factor == 0) return real(arena, 0);
  if (factor != 1 || args.empty()) args.push_back(real(arena, factor));
  return args.size() == 1 ? args[0] : sorted_node(arena, Kind::product, std::move(args));
}

Expr difference(Arena& arena, Expr a, Expr b) {
  std::vector<Expr> args{a};
  const std::vector<Expr> parts = arena[b].kind == Kind::sum ? arena[b].args : std::vector<Expr>{b};
  for (const Expr part : parts) args.push_back(product(arena, {real(arena, -1), part}));
  return sum(arena, std::move(args));
}

Expr inverse(Arena& arena, Expr e) {
  const Node node = arena[e];
  if (node.kind == Kind::inverse) return node.args[0];
  if (node.kind == Kind::real && is_power_of_two(real_value(arena, e))) return real(arena, 1 / real_value(arena, e));
  if (node.kind == Kind::product) {
    std::vector<Expr> args;
    for (const Expr part : node.args) args.push_back(inverse(arena, part));
    return product(arena, std::move(args));
  }
  return arena.intern({.kind = Kind::inverse, .args = {e}});
}

Expr maximum(Arena& arena, std::vector<Expr> args) {
  return extreme(arena, Kind::maximum, args);
}

Expr minimum(Arena& arena, std::vector<Expr> args) {
  return extreme(arena, Kind::minimum, args);
}

Expr fold(Arena& arena, Fold how, std::vector<Expr> args) {
  switch (how) {
    case Fold::sum:
      return sum(arena, std::move(args));
    case Fold::product:
      return product(arena, std::move(args));
    case Fold::maximum:
      return maximum(arena, std::move(args));
    default:
      return minimum(arena, std::move(args));
  }
}

namespace {

// Functions whose results are integers. A call whose name begins with @ passes its first argument on.
constexpr std::string_view k_integer_functions[] = {"int", "and",   "or",   "xor",  "shl",  "shr",    "popc", "clz",
                                                    "ffs", "mulhi", "bits", "brev", "wrap", "popc64", "clz64"};

bool makes_integer(const Arena& arena, Expr call) {
  const std::string& name = arena.text(call);
  if (name.starts_with('@')) return is_integer(arena, arena[call].args[0]);
  return std::find(std::begin(k_integer_functions), std::end(k_integer_functions), name) !=
         std::end(k_integer_functions);
}

bool makes_real(const Arena& arena, Expr call) {
  if (arena.text(call).starts_with('@')) return is_real(arena, arena[call].args[0]);
  return !makes_integer(arena, call);
}

bool finds_integer(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  switch (node.kind) {
    case Kind::call:
      return makes_integer(arena, e);
    case Kind::polynomial:
    case Kind::quotient:
    case Kind::remainder:
    case Kind::special:
      return true;
    case Kind::select:
      return is_integer(arena, node.args[1]) || is_integer(arena, node.args[2]);
    case Kind::reduction:
      return gives_argument(static_cast<Fold>(node.bytes)) || is_integer(arena, node.args[1]);
    case Kind::maximum:
    case Kind::minimum:
      return std::any_of(node.args.begin(), node.args.end(), [&](Expr x) { return is_integer(arena, x); });
    default:
      return false;
  }
}

bool finds_real(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  switch (node.kind) {
    case Kind::real:
    case Kind::sum:
    case Kind::product:
    case Kind::inverse:
      return true;
    case Kind::call:
      return makes_real(arena, e);
    case Kind::select:
      return is_real(arena, node.args[1]) || is_real(arena, node.args[2]);
    case Kind::reduction:
      return !gives_argument(static_cast<Fold>(node.bytes)) && is_real(arena, node.args[1]);
    case Kind::maximum:
    case Kind::minimum:
      return std::any_of(node.args.begin(), node.args.end(), [&](Expr x) { return is_real(arena, x); });
    default:
      return false;
  }
}

}  // namespace

bool is_integer(const Arena& arena, Expr e) {
  if (const auto known = arena.known(e).is_integer) return *known;
  const bool found = finds_integer(arena, e);
  arena.known(e).is_integer = found;
  return found;
}

bool is_real(const Arena& arena, Expr e) {
  if (const auto known = arena.known(e).is_real) return *known;
  const bool found = finds_real(arena, e);
  arena.known(e).is_real = found;
  return found;
}

bool is_number_of_byte(const Arena& arena, Expr e) {
  return arena[e].kind == Kind::call && (arena.text(e) == "e4m3" || arena.text(e) == "e5m2");
}

bool takes_integers(const Arena& arena, Expr call) {
  const std::string& name = arena.text(call);
  return name == "real" || is_number_of_byte(arena, call) || (name != "int" && is_integer(arena, call));
}

bool is_condition(const Arena& arena, Expr e) {
  switch (arena[e].kind) {
    case Kind::truth:
    case Kind::nonneg:
    case Kind::zero:
    case Kind::less:
    case Kind::equal:
    case Kind::both:
    case Kind::either:
    case Kind::negation:
      return true;
    default:
      return false;
  }
}

}  // namespace whet::lift
