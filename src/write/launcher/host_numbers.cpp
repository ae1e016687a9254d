#include "write/launcher/host_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "problem/file/section.h"
#include "source/kernel/constants.h"
#include "util/text.h"
#include "util/text/expression_node.h"

namespace whet::write {

namespace {

using FormulaNode = Expression::Node;
using FormulaKind = FormulaNode::Kind;

// How tightly a text binds.
constexpr int k_sum = 5, k_prefix = 8, k_atom = 9;

struct HostFunction {
  std::string_view name, declaration;
};

constexpr std::array k_functions = {
    HostFunction{"larger", "const auto larger = [](long long a, long long b) { return a > b ? a : b; };"},
    HostFunction{"magnitude", "const auto magnitude = [](long long a) { return a < 0 ? -a : a; };"},
    HostFunction{"rounded_down",
                 "const auto rounded_down = [](long long a, long long b) { return a / b - (a % b != 0 && (a < 0) != (b "
                 "< 0)); };"},
    HostFunction{"rounded_up",
                 "const auto rounded_up = [](long long a, long long b) { return a / b + (a % b != 0 && (a < 0) == (b < "
                 "0)); };"},
    HostFunction{"smaller", "const auto smaller = [](long long a, long long b) { return a < b ? a : b; };"},
};

struct HostOperator {
  FormulaKind kind;
  std::string_view text;
  int precedence;  // as in C++, larger binds tighter
};

constexpr std::array k_operators = {
    HostOperator{FormulaKind::logical_or, "||", 1}, HostOperator{FormulaKind::logical_and, "&&", 2},
    HostOperator{FormulaKind::equal, "==", 3},      HostOperator{FormulaKind::not_equal, "!=", 3},
    HostOperator{FormulaKind::less, "<", 4},        HostOperator{FormulaKind::less_equal, "<=", 4},
    HostOperator{FormulaKind::greater, ">", 4},     HostOperator{FormulaKind::greater_equal, ">=", 4},
    HostOperator{FormulaKind::add, "+", 5},         HostOperator{FormulaKind::subtract, "-", 5},
    HostOperator{FormulaKind::multiply, "*", 6},    HostOperator{FormulaKind::divide, "/", 6},
    HostOperator{FormulaKind::remainder, "%", 6},
};

const HostOperator* operator_of(FormulaKind kind) {
  for (const HostOperator& each : k_operators) {
    if (each.kind == kind) return &each;
  }
  return nullptr;
}

// Of whole numbers that a formula has as such; nothing where the result is left to C++.
std::optional<int64_t> result_of(FormulaKind kind, int64_t a, int64_t b) {
  switch (kind) {
    case FormulaKind::add:
      return a + b;
    case FormulaKind::subtract:
      return a - b;
    case FormulaKind::minimum:
      return std::min(a, b);
    case FormulaKind::maximum:
      return std::max(a, b);
    case FormulaKind::multiply: {
      int64_t product = 0;
      return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
    }
    case FormulaKind::ceil_div:
      return a >= 0 && b > 0 ? std::optional((a + b - 1) / b) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

struct HostNumbers::Part {
  std::string text;
  int precedence = k_atom;
  std::optional<int64_t> number = {};  // that the text is

  std::string inside(int least) const { return precedence < least ? "(" + text + ")" : text; }
};

namespace {

Error not_whole(const std::string& what) {
  return bad_input(fmt::format("{} need not be a whole number", what));
}

}  // namespace

void write_conditions(const std::vector<HostCondition>& conditions, Lines& lines) {
  for (const HostCondition& each : conditions)
    lines.add(fmt::format("if ({}) return cudaErrorInvalidValue;  // {}", each.fails, each.words));
}

HostNumbers::Part HostNumbers::call(const std::string& function, const std::vector<Part>& arguments) {
  used_.insert(function);
  std::vector<std::string> texts;
  for (const Part& each : arguments) texts.push_back(each.text);
  return {function + "(" + join(texts, ", ") + ")", k_atom};
}

void HostNumbers::ask(HostCondition condition) {
  if (asked_.insert(condition.fails).second) conditions_.push_back(std::move(condition));
}

void HostNumbers::ask_not_zero(const Part& divisor) {
  if (divisor.number.value_or(0) == 0)
    ask({divisor.inside(k_sum) + " == 0", fmt::format("{} is not 0: a size is divided by it", divisor.text)});
}

Result<HostNumbers::Part> HostNumbers::whole_number(double value) {
  if (value != std::floor(value) || std::fabs(value) > 0x1p53) return not_whole(fmt::format("{}", value));
  const auto number = static_cast<int64_t>(value);
  return Part{std::to_string(number), number < 0 ? k_prefix : k_atom, number};
}

Result<HostNumbers::Part> HostNumbers::quotient(const FormulaNode& node, const std::string& function) {
  TRY(left, part(node.operands[0]));
  TRY(right, part(node.operands[1]));
  ask_not_zero(right);
  if (right.number == 1) return left;
  if (left.number && right.number && node.kind == FormulaKind::ceil_div) {
    if (const auto known = result_of(node.kind, *left.number, *right.number))
      return whole_number(static_cast<double>(*known));
  }
  return call(function, {left, right});
}

// floor(a / b) and the like.
Result<HostNumbers::Part> HostNumbers::rounded(const FormulaNode& node) {
  const FormulaNode& inside = node.operands[0];
  if (inside.kind == FormulaKind::divide && node.kind == FormulaKind::floor) return quotient(inside, "rounded_down");
  if (inside.kind == FormulaKind::divide && node.kind == FormulaKind::ceil) return quotient(inside, "rounded_up");
  const size_t before = conditions_.size();
  TRY(whole, part(inside));
  if (conditions_.size() != before) return not_whole("what is rounded");
  return whole;
}

// `a / b` that is not rounded must be whole where it is used.
Result<HostNumbers::Part> HostNumbers::binary(const FormulaNode& node) {
  const HostOperator& sign = *operator_of(node.kind);
  TRY(left, part(node.operands[0]));
  TRY(right, part(node.operands[1]));
  const auto known = left.number && right.number ? result_of(node.kind, *left.number, *right.number) : std::nullopt;
  if (known) return whole_number(static_cast<double>(*known));
  if (node.kind == FormulaKind::multiply && left.number == 1) return right;
  if ((node.kind == FormulaKind::multiply || node.kind == FormulaKind::divide) && right.number == 1) return left;
  const std::string a = left.inside(sign.precedence), b = right.inside(sign.precedence + 1);
  if (node.kind == FormulaKind::divide || node.kind == FormulaKind::remainder) ask_not_zero(right);
  if (node.kind == FormulaKind::divide)
    ask({fmt::format("{} % {} != 0", a, b), fmt::format("{} / {} is a whole number", a, b)});
  return Part{fmt::format("{} {} {}", a, sign.text, b), sign.precedence};
}

// min and max of any number of arguments.
Result<HostNumbers::Part> HostNumbers::folded(const FormulaNode& node) {
  TRY(result, part(node.operands[0]));
  for (size_t i = 1; i < node.operands.size(); ++i) {
    TRY(next, part(node.operands[i]));
    if (result.number && next.number) {
      TRY(sole, whole_number(static_cast<double>(*result_of(node.kind, *result.number, *next.number))));
      result = std::move(sole);
    } else {
      result = call(node.kind == FormulaKind::minimum ? "smaller" : "larger", {result, next});
    }
  }
  return result;
}

Result<HostNumbers::Part> HostNumbers::logical(const FormulaNode& node) {
  TRY(inside, part(node.operands[0]));
  if (node.kind == FormulaKind::absolute) return call("magnitude", {inside});
  if (node.kind == FormulaKind::negate && inside.number) return whole_number(-static_cast<double>(*inside.number));
  return Part{(node.kind == FormulaKind::negate ? "-" : "!") + inside.inside(k_atom), k_prefix};
}

// A tunable is its number.
Result<HostNumbers::Part> HostNumbers::name(const std::string& name) {
  const auto known = names_(name);
  if (!known) return bad_input(fmt::format("nothing that host code gets tells `{}`", name));
  if (const auto number = whet::whole_number(*known)) return whole_number(static_cast<double>(*number));
  return Part{*known, k_atom};
}

Result<HostNumbers::Part> HostNumbers::part(const FormulaNode& node) {
  switch (node.kind) {
    case FormulaKind::number:
      return whole_number(node.number);
    case FormulaKind::name:
      return name(node.name);
    case FormulaKind::negate:
    case FormulaKind::logical_not:
    case FormulaKind::absolute:
      return logical(node);
    case FormulaKind::ceil_div:
      return quotient(node, "rounded_up");
    case FormulaKind::floor:
    case FormulaKind::ceil:
    case FormulaKind::round:
      return rounded(node);
    case FormulaKind::minimum:
    case FormulaKind::maximum:
      return folded(node);
    case FormulaKind::log2:
    case FormulaKind::power:
      return not_whole("a logarithm or a power");
    default:
      return binary(node);
  }
}

Result<std::string> HostNumbers::text(const Expression& formula) {
  const auto conditions = conditions_;
  const auto asked = asked_;
  auto written = part(formula.root());
  if (written) return written->text;
  conditions_ = conditions;
  asked_ = asked;
  return bad_input(written.error().what, "the formula " + in_quotes(formula.text()));
}

std::vector<HostCondition> HostNumbers::take_conditions() {
  return std::exchange(conditions_, {});
}

void HostNumbers::forget_conditions() {
  conditions_.clear();
  asked_.clear();
}

std::vector<std::string> HostNumbers::functions() const {
  std::vector<std::string> declarations;
  for (const HostFunction& each : k_functions) {
    if (used_.contains(std::string(each.name))) declarations.emplace_back(each.declaration);
  }
  return declarations;
}

}  // namespace whet::write
