#include "write/subject/case_sizes.h"

#include <algorithm>
#include <cmath>

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

// A number of [0, 1) that looks drawn.
double scrambled(uint64_t seed) {
  uint64_t x = seed + 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

}  // namespace

std::optional<double> CaseSizes::value(Expr e, const VariableValues& values, double drawn_below) const {
  return at(e, {values, drawn_below});
}

double CaseSizes::size(Expr e, double usual) const {
  const auto found = value(e);
  return found ? std::max(0.0, *found) : usual;
}

std::optional<double> CaseSizes::elements(Expr array) const {
  const auto known = known_elements_.find(array.id);
  if (known != known_elements_.end()) return known->second;
  const std::string& formula = subject_.parameter(array).elements_formula;
  return known_elements_[array.id] = formula.empty() ? std::nullopt : case_.number(formula);
}

std::optional<double> CaseSizes::at(Expr e, const Point& point) const {
  const Node& node = arena_[e];
  const auto argument = [&](size_t i) { return at(node.args[i], point); };
  switch (node.kind) {
    case Kind::polynomial:
      return polynomial(node, point);
    case Kind::variable:
      for (const auto& [variable, value] : point.values) {
        if (variable == e) return value;
      }
      return 0;
    case Kind::parameter:
    case Kind::special:
      return parameter(e);
    case Kind::load:
      return drawn(e, point);
    case Kind::quotient:
    case Kind::remainder: {
      const auto a = argument(0), b = argument(1);
      if (!a || !b || *b == 0) return std::nullopt;
      return node.kind == Kind::quotient ? std::trunc(*a / *b) : std::fmod(*a, *b);
    }
    case Kind::maximum:
    case Kind::minimum: {
      std::optional<double> best;
      for (size_t i = 0; i < node.args.size(); ++i) {
        const auto each = argument(i);
        if (!each) return std::nullopt;
        if (!best || (node.kind == Kind::maximum ? *each > *best : *each < *best)) best = each;
      }
      return best;
    }
    case Kind::select:
      return argument(holds(node.args[0], point).value_or(true) ? 1 : 2);
    default:
      return std::nullopt;
  }
}

std::optional<double> CaseSizes::polynomial(const Node& node, const Point& point) const {
  double sum = 0;
  for (const lift::Term& term : node.terms) {
    double product = static_cast<double>(term.coefficient);
    for (const Expr atom : term.atoms) {
      const auto value = at(atom, point);
      if (!value) return std::nullopt;
      product *= *value;
    }
    sum += product;
  }
  return sum;
}

std::optional<double> CaseSizes::parameter(Expr e) const {
  const auto known = known_.find(e.id);
  if (known != known_.end()) return known->second;
  const Node& node = arena_[e];
  std::optional<std::string> formula;
  if (node.kind == Kind::special) {
    const auto launch = subject_.words.launch.find(static_cast<lift::Special>(node.value));
    if (launch != subject_.words.launch.end()) formula = launch->second;
  } else {
    const auto number = static_cast<size_t>(node.value);
    const bool is_own = number < subject_.parameters.size() && !subject_.parameters[number].formula.empty();
    if (is_own) {
      formula = subject_.parameters[number].formula;
    } else if (subject_.words.number) {
      formula = subject_.words.number(static_cast<int>(node.value), node.bytes);
    }
  }
  return known_[e.id] = formula ? case_.number(*formula) : std::nullopt;
}

std::optional<double> CaseSizes::drawn(Expr load, const Point& point) const {
  if (point.drawn_below <= 0) return std::nullopt;
  const auto place = at(arena_[load].args[1], point);
  if (!place) return std::nullopt;
  const auto seed = static_cast<uint64_t>(static_cast<int64_t>(*place)) * 31 + arena_[load].args[0].id;
  return std::floor(scrambled(seed) * point.drawn_below);
}

std::optional<bool> CaseSizes::holds(Expr condition, const Point& point) const {
  const Node& node = arena_[condition];
  switch (node.kind) {
    case Kind::truth:
      return node.value != 0;
    case Kind::nonneg:
    case Kind::zero: {
      const auto value = at(node.args[0], point);
      if (!value) return std::nullopt;
      return node.kind == Kind::nonneg ? *value >= 0 : *value == 0;
    }
    case Kind::both:
    case Kind::either: {
      const bool decisive = node.kind == Kind::either;
      for (const Expr part : node.args) {
        const auto each = holds(part, point);
        if (!each || *each == decisive) return each;
      }
      return !decisive;
    }
    case Kind::negation: {
      const auto each = holds(node.args[0], point);
      return each ? std::optional(!*each) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace whet::write
