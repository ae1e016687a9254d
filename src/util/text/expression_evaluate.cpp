// Evaluation with absent values. Every node gives a value, or the absent names and the reason why it has none:
//   a and b   a present and 0      -> 0, b is not looked at
//             a absent, b 0        -> 0, a's absence does not matter
//             a absent, b 1        -> absent because of a
//   a + b     both absent          -> absent because of a and b
#include <algorithm>
#include <cmath>

#include "util/text/expression_node.h"

namespace whet {

namespace {

using Node = Expression::Node;
using Kind = Node::Kind;

Evaluation evaluate_node(const Node& node, const NumberLookup& lookup);

Evaluation of_value(double value) {
  return {value, {}, {}};
}

Evaluation undefined(std::string why) {
  return {std::nullopt, {}, std::move(why)};
}

// Adds the reasons why `from` has no value to those of `into`.
void merge(Evaluation& into, const Evaluation& from) {
  for (const std::string& name : from.absent) {
    if (std::find(into.absent.begin(), into.absent.end(), name) == into.absent.end()) into.absent.push_back(name);
  }
  if (into.undefined.empty()) into.undefined = from.undefined;
}

Evaluation evaluate_name(const Node& node, const NumberLookup& lookup) {
  const std::optional<double> value = lookup(node.name);
  if (value && std::isfinite(*value)) return of_value(*value);
  return {std::nullopt, {node.name}, {}};
}

// `deciding` is the truth value that decides alone: false for `and`, true for `or`.
Evaluation evaluate_logical(const Node& node, bool deciding, const NumberLookup& lookup) {
  Evaluation left = evaluate_node(node.operands[0], lookup);
  if (left.value && left.holds() == deciding) return of_value(deciding);
  const Evaluation right = evaluate_node(node.operands[1], lookup);
  if (right.value && right.holds() == deciding) return of_value(deciding);
  if (left.value && right.value) return of_value(!deciding);
  left.value.reset();
  merge(left, right);
  return left;
}

// Exact for whole numbers such as 9007199254740991 and 2, where the quotient in ceil(a / b) would be rounded.
double ceil_div(double a, double b) {
  const double rest = std::fmod(a, b);
  return (a - rest) / b + (rest != 0 && (rest > 0) == (b > 0) ? 1 : 0);
}

double apply_unary(Kind kind, double x) {
  switch (kind) {
    case Kind::negate:
      return -x;
    case Kind::logical_not:
      return x == 0;
    case Kind::absolute:
      return std::fabs(x);
    case Kind::floor:
      return std::floor(x);
    case Kind::ceil:
      return std::ceil(x);
    case Kind::round:
      return std::round(x);
    case Kind::log2:
      return std::log2(x);
    default:
      return x;  // min and max of one argument
  }
}

double apply_binary(Kind kind, double a, double b) {
  switch (kind) {
    case Kind::equal:
      return a == b;
    case Kind::not_equal:
      return a != b;
    case Kind::less:
      return a < b;
    case Kind::less_equal:
      return a <= b;
    case Kind::greater:
      return a > b;
    case Kind::greater_equal:
      return a >= b;
    case Kind::add:
      return a + b;
    case Kind::subtract:
      return a - b;
    case Kind::multiply:
      return a * b;
    case Kind::divide:
      return a / b;
    case Kind::remainder:
      return std::fmod(a, b);
    case Kind::ceil_div:
      return ceil_div(a, b);
    case Kind::minimum:
      return std::min(a, b);
    case Kind::maximum:
      return std::max(a, b);
    default:
      return std::pow(a, b);
  }
}

Evaluation finite(double value, const char* otherwise) {
  return std::isfinite(value) ? of_value(value) : undefined(otherwise);
}

Evaluation combine(Kind kind, double a, double b) {
  const bool divides = kind == Kind::divide || kind == Kind::remainder || kind == Kind::ceil_div;
  if (divides && b == 0) return undefined("division by zero");
  return finite(apply_binary(kind, a, b), "a result out of range");
}

// Needs every operand: one, two, or for min and max any number, folded from the left.
Evaluation evaluate_strict(const Node& node, const NumberLookup& lookup) {
  Evaluation result = evaluate_node(node.operands[0], lookup);
  if (node.operands.size() == 1 && result.value) {
    return finite(apply_unary(node.kind, *result.value), "log2 of a number that is not positive");
  }
  for (size_t i = 1; i < node.operands.size(); ++i) {
    const Evaluation right = evaluate_node(node.operands[i], lookup);
    if (result.value && right.value) {
      result = combine(node.kind, *result.value, *right.value);
    } else {
      result.value.reset();
      merge(result, right);
    }
  }
  return result;
}

Evaluation evaluate_node(const Node& node, const NumberLookup& lookup) {
  switch (node.kind) {
    case Kind::number:
      return of_value(node.number);
    case Kind::name:
      return evaluate_name(node, lookup);
    case Kind::logical_and:
      return evaluate_logical(node, false, lookup);
    case Kind::logical_or:
      return evaluate_logical(node, true, lookup);
    default:
      return evaluate_strict(node, lookup);
  }
}

}  // namespace

Evaluation Expression::evaluate(const NumberLookup& lookup) const {
  return evaluate_node(*root_, lookup);
}

}  // namespace whet
