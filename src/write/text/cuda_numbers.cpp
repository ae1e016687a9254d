// The types, numbers and functions of CudaExpression.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "util/text.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

using lift::Fold;
using lift::Kind;
using lift::Node;

namespace {

// Whether its value is a sum or a product that need not be exact: not a number that was read, or one times a power
// of 2.
bool is_rounded(const lift::Arena& arena, Expr e) {
  const Node& node = arena[e];
  if (node.kind != Kind::product) return node.kind == Kind::sum;
  const auto is_shift = [&](Expr arg) {
    int exponent = 0;
    return arena[arg].kind == Kind::real && std::abs(std::frexp(lift::real_value(arena, arg), &exponent)) == 0.5;
  };
  const auto others = std::count_if(node.args.begin(), node.args.end(), [&](Expr arg) { return !is_shift(arg); });
  return others > 1 ||
         std::any_of(node.args.begin(), node.args.end(), [&](Expr arg) { return is_rounded(arena, arg); });
}

}  // namespace

std::string CudaExpression::number(double value) const {
  const bool is_double = subject_.is_double();
  const auto narrow = static_cast<float>(value);
  if (std::isnan(value)) return is_double ? "kNan" : "(float)kNan";
  if (std::isinf(is_double ? value : static_cast<double>(narrow))) {
    return fmt::format("{}{}kInfinity", value < 0 ? "-" : "", is_double ? "" : "(float)");
  }
  std::string text = is_double ? fmt::format("{}", value) : fmt::format("{}", narrow);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + (is_double ? "" : "f");
}

std::string CudaExpression::real_of_element(ElementType type, const std::string& element) const {
  const bool is_double = subject_.is_double();
  const std::string wide = is_double ? "(double)" : "";
  if (type == ElementType::f16) return wide + "__half2float(" + element + ")";
  if (type == ElementType::bf16) return wide + "__bfloat162float(" + element + ")";
  if (type == ElementType::f32) return wide + element;
  if (type == ElementType::f64) return element;
  return fmt::format("({}){}", real_type(), element);
}

std::string CudaExpression::as_element(ElementType type, const std::string& text) const {
  const bool is_double = subject_.is_double();
  if (type == ElementType::f16) return fmt::format("{}({})", is_double ? "__double2half" : "__float2half_rn", text);
  if (type == ElementType::bf16)
    return fmt::format("{}({})", is_double ? "__double2bfloat16" : "__float2bfloat16_rn", text);
  if (type == ElementType::f64 || (type == ElementType::f32 && !is_double)) return text;
  return fmt::format("({})({})", cuda_name(type), text);
}

// A copy keeps its bits: it is not converted.
std::string CudaExpression::stored(const lift::Statement& statement) {
  const Node node = arena_[statement.value];
  const ElementType type = subject_.parameter(statement.array).type;
  if (node.kind == Kind::load && subject_.parameter(node.args[0]).type == type) {
    const std::string* const held = bound(statement.value);
    return held ? *held : "*(" + address(node.args[0], node.args[1], node.bytes) + ")";
  }
  const bool is_rounded = node.kind == Kind::call && !bound(statement.value) &&
                          ((type == ElementType::f16 && arena_.text(statement.value) == "half") ||
                           (type == ElementType::bf16 && arena_.text(statement.value) == "bfloat16"));
  if (is_rounded) return as_element(type, real(node.args[0]));  // storing it rounds it
  return as_element(type, is_floating(type) ? real(statement.value) : integer(statement.value));
}

std::string CudaExpression::combined(Fold how, bool is_real, const std::string& a, const std::string& b) const {
  if (how == Fold::sum) return a + " + " + b;
  if (how == Fold::product) return a + " * (" + b + ")";
  const char* const pick = how == Fold::maximum ? "max" : "min";
  if (!is_real) return fmt::format("{}((long long)({}), (long long)({}))", pick, a, b);
  return fmt::format("f{}{}({}, {})", pick, subject_.is_double() ? "" : "f", a, b);
}

std::string CudaExpression::identity(Fold how, bool is_real) const {
  if (how == Fold::sum) return is_real ? number(0) : "0";
  if (how == Fold::product) return is_real ? number(1) : "1";
  if (is_real) return number(how == Fold::maximum ? -INFINITY : INFINITY);
  return how == Fold::maximum ? "-0x7fffffffffffffffLL - 1" : "0x7fffffffffffffffLL";
}

std::string CudaExpression::call(Expr e) {
  const Node node = arena_[e];
  const std::string name = arena_.text(e);
  if (name == "real") return fmt::format("({})({})", real_type(), integer(node.args[0]));
  if (name == "exp" && has_rough_powers_ && is_rounded(arena_, node.args[0])) {
    const Expr log2_of_e = lift::real(arena_, std::numbers::log2e);
    return fmt::format("raise_two({})", real(lift::product(arena_, {log2_of_e, node.args[0]})));
  }
  std::vector<std::string> args;
  for (const Expr arg : node.args) args.push_back(real(arg));
  const std::string wide = subject_.is_double() ? "(double)" : "";
  if (name == "float") return subject_.is_double() ? fmt::format("(double)(float)({})", args[0]) : "(" + args[0] + ")";
  if (name == "isnan")
    return fmt::format("(isnan({0}) ? {1} : {2})", args[0], wide.empty() ? "1.0f" : "1.0",
                       wide.empty() ? "0.0f" : "0.0");
  if (name == "half" || name == "bfloat16") {
    const ElementType type = name == "half" ? ElementType::f16 : ElementType::bf16;
    return real_of_element(type, as_element(type, args[0]));
  }
  constexpr const char* k_known[] = {"exp",  "exp2", "exp10", "expm1", "log",   "log2",     "log10", "log1p",
                                     "sqrt", "cbrt", "sin",   "cos",   "tan",   "asin",     "acos",  "atan",
                                     "sinh", "cosh", "tanh",  "erf",   "erfc",  "floor",    "ceil",  "trunc",
                                     "rint", "pow",  "atan2", "fmod",  "hypot", "copysign", "round", "normcdf"};
  const bool is_known = std::find(std::begin(k_known), std::end(k_known), name) != std::end(k_known);
  if (!is_known && name != "abs") return fail("the function `" + name + "`");
  return fmt::format("{}{}({})", name == "abs" ? "fabs" : name, subject_.is_double() ? "" : "f", join(args, ", "));
}

std::string CudaExpression::integer_call(Expr e) {
  const Node node = arena_[e];
  const std::string name = arena_.text(e);
  if (name == "int") return "(long long)(" + real(node.args[0]) + ")";
  const std::string first = integer(node.args[0]);
  if (name == "wrap") {
    const auto bits = lift::constant(arena_, node.args[1]);
    if (!bits) return fail("a number of bits that is not constant");
    const int64_t width = std::abs(*bits);
    const char* const types[] = {"char", "short", "int", "long long"};
    for (int i = 0; i < 4; ++i) {
      if (width == 8 << i)
        return fmt::format("(long long)({} {})({})", *bits < 0 ? "signed" : "unsigned", types[i], first);
    }
    return fmt::format("keep_bits<{}>({})", *bits, first);
  }
  const std::pair<std::string_view, const char*> operators[] = {{"and", "&"}, {"or", "|"}, {"xor", "^"}};
  for (const auto& [known, sign] : operators) {
    if (name == known) return fmt::format("({} {} {})", first, sign, integer(node.args[1]));
  }
  if (name == "shl" || name == "shr")
    return fmt::format("shift_{}({}, {})", name == "shl" ? "left" : "right", first, integer(node.args[1]));
  const bool is_wide = name.ends_with("64");
  if (name.starts_with("popc")) return fmt::format("(long long)__popc{}({})", is_wide ? "ll" : "", first);
  if (name.starts_with("clz")) return fmt::format("(long long)__clz{}({})", is_wide ? "ll" : "", first);
  return fail("the function `" + name + "`");
}

}  // namespace whet::write
