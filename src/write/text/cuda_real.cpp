// CudaExpression: sums, products and quotients of floating-point numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lift/expression/real.h"
#include "util/text.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

// A product of squares, exponentials and positive numbers.
bool is_not_negative(const lift::Arena& arena, Expr e) {
  const Node& node = arena[e];
  const auto is_exponential = [&](Expr arg) {
    return arena[arg].kind == Kind::call && arena.text(arg).starts_with("exp") && arena.text(arg) != "expm1";
  };
  if (node.kind == Kind::real) return lift::real_value(arena, e) > 0;
  if (node.kind != Kind::product) return is_exponential(e);
  std::map<uint32_t, int> times;
  for (const Expr arg : node.args) {
    const bool is_number = arena[arg].kind == Kind::real;
    if (is_number && lift::real_value(arena, arg) <= 0) return false;
    if (!is_number && !is_exponential(arg)) ++times[arg.id];
  }
  return std::all_of(times.begin(), times.end(), [](const auto& each) { return each.second % 2 == 0; });
}

// Whether it cannot be a denormal number or negative: a number that is not tiny, and squares or
// exponentials.
bool is_normal(const lift::Arena& arena, const Node& node) {
  constexpr double k_not_tiny = 0x1p-100;
  if (node.kind != Kind::sum) return false;
  const auto is_large = [&](Expr arg) {
    return arena[arg].kind == Kind::real && lift::real_value(arena, arg) > k_not_tiny;
  };
  return std::any_of(node.args.begin(), node.args.end(), is_large) &&
         std::all_of(node.args.begin(), node.args.end(), [&](Expr arg) { return is_not_negative(arena, arg); });
}

}  // namespace

std::string CudaExpression::computed_real(Expr e) {
  const Node node = arena_[e];
  switch (node.kind) {
    case Kind::real:
      return number(lift::real_value(arena_, e));
    case Kind::sum:
      return sum(node);
    case Kind::product: {
      const Signed text = product(node);
      return (text.is_negative ? "-" : "") + text.text;
    }
    case Kind::inverse:
      return product(Node{Kind::product, 0, 0, {e}, {}}).text;
    case Kind::call:
      return call(e);
    default:
      if (!lift::is_integer(arena_, e) && node.kind != Kind::variable) return fail("an expression of this kind");
      return fmt::format("({})({})", real_type(), integer(e));
  }
}

// 1 + tanh(u) is 2 / (1 + exp(-2 u)): one exponential instead of a function of two cases, and as exact where the sum
// is small. Empty: the sum is none of these.
std::string CudaExpression::logistic_sum(const Node& node) {
  if (node.args.size() != 2) return {};
  for (const size_t one : {0, 1}) {
    const Expr other = node.args[1 - one];
    const Node call = arena_[other];
    const bool is_one = arena_[node.args[one]].kind == Kind::real && lift::real_value(arena_, node.args[one]) == 1;
    if (!is_one || bound(other) || call.kind != Kind::call || arena_.text(other) != "tanh") continue;
    const std::string inner = real(call.args[0]);
    if (is_rough_) return fmt::format("quotient_by_normal(2.0f, 1.0f + rough_exp(-2.0f * ({})))", inner);
    return subject_.is_double() ? fmt::format("2.0 / (1.0 + exp(-2.0 * ({})))", inner)
                                : fmt::format("__fdividef(2.0f, 1.0f + expf(-2.0f * ({})))", inner);
  }
  return {};
}

std::string CudaExpression::sum(const Node& node) {
  if (std::string text = logistic_sum(node); !text.empty()) return text;
  std::vector<Signed> parts;
  const bool hides_tiny = is_rough_ && is_normal(arena_, node);
  for (const Expr arg : node.args) {
    const bool is_power = arena_[arg].kind == Kind::call && arena_.text(arg) == "exp";
    const bool is_hidden = hides_tiny && is_power && !bound(arg) && !is_worth_a_variable(arg);
    parts.push_back(is_hidden ? Signed{false, "rough_exp(" + real(arena_[arg].args[0]) + ")"} : signed_part(arg));
  }
  std::stable_partition(parts.begin(), parts.end(), [](const Signed& part) { return !part.is_negative; });
  std::string text;
  for (const Signed& part : parts) {
    if (text.empty()) {
      text = (part.is_negative ? "-" : "") + part.text;
    } else {
      text += (part.is_negative ? " - " : " + ") + part.text;
    }
  }
  return text;
}

CudaExpression::Signed CudaExpression::signed_part(Expr e) {
  const Node node = arena_[e];
  if (!bound(e) && node.kind == Kind::product && !is_worth_a_variable(e)) return product(node);
  if (node.kind == Kind::real && lift::real_value(arena_, e) < 0) return {true, number(-lift::real_value(arena_, e))};
  return {false, node.kind == Kind::sum && !bound(e) && !is_worth_a_variable(e) ? "(" + real(e) + ")" : real(e)};
}

std::string CudaExpression::inverse_root(Expr e) {
  const char* const function = subject_.is_double()           ? "rsqrt"
                               : is_normal(arena_, arena_[e]) ? "rsqrt_normal"
                                                              : "rsqrtf";
  return fmt::format("{}({})", function, real(e));
}

// The slow path of `/` is a call for each element, which a warp makes where one of its denominators is near the end of
// the range.
std::string CudaExpression::quotient(const std::string& above, const std::vector<Expr>& below) {
  if (is_rough_ && below.size() == 1 && is_normal(arena_, arena_[below[0]]))
    return fmt::format("quotient_by_normal({}, {})", above, real(below[0]));
  std::vector<std::string> texts;
  for (const Expr each : below) texts.push_back(factor(each));
  const std::string whole = join(texts, " * ");
  if (is_rough_) return fmt::format("rough_quotient({}, {})", above, whole);
  return above + " / " + (texts.size() == 1 ? whole : "(" + whole + ")");
}

// Numerators and denominators: a * b / (c * d). The inverse of a root is one function.
CudaExpression::Signed CudaExpression::product(const Node& node) {
  Signed result;
  std::vector<std::string> above;
  std::vector<Expr> below;
  for (const Expr arg : node.args) {
    const Node part = arena_[arg];
    if (part.kind == Kind::real && !bound(arg)) {
      const double value = lift::real_value(arena_, arg);
      result.is_negative ^= value < 0;
      if (std::abs(value) != 1) above.push_back(number(std::abs(value)));
    } else if (part.kind == Kind::inverse && !bound(arg)) {
      const Node inner = arena_[part.args[0]];
      const bool is_root = inner.kind == Kind::call && arena_.text(part.args[0]) == "sqrt" && !bound(part.args[0]);
      if (is_root && node.args.size() > 1 && is_worth_a_variable(arg)) {
        above.push_back(kept(arg, Reading::real));
        continue;
      }
      if (is_root) above.push_back(inverse_root(inner.args[0]));
      if (!is_root) below.push_back(part.args[0]);
    } else {
      above.push_back(factor(arg));
    }
  }
  result.text = above.empty() ? number(1) : join(above, " * ");
  if (!below.empty()) result.text = quotient(result.text, below);
  return result;
}

std::string CudaExpression::factor(Expr e) {
  const std::string text = real(e);
  const Kind kind = arena_[e].kind;
  const bool is_compound = text.find(' ') != std::string::npos || text.starts_with("-");
  return is_compound && (kind == Kind::sum || kind == Kind::product || kind == Kind::inverse) && !bound(e)
             ? "(" + text + ")"
             : text;
}

}  // namespace whet::write
