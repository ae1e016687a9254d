// The functions of CppExpression.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/reference/cpp_expression.h"

namespace whet::lift {

std::string wrapped_text(const std::string& text, int bits) {
  const int width = std::abs(bits);
  if (width == 8 || width == 16 || width == 32 || width == 64)
    return fmt::format("int64_t(static_cast<{}int{}_t>({}))", bits < 0 ? "" : "u", width, text);
  const std::string high = fmt::format("(static_cast<uint64_t>({}) << {})", text, 64 - width);
  return fmt::format("int64_t({}{} >> {})", bits < 0 ? "(int64_t)" : "", high, 64 - width);
}

std::string CppExpression::call(Expr e) {
  const Node& node = arena_[e];
  const std::string& name = arena_.text(e);
  if (name == "real") return "static_cast<double>(" + integer(node.args[0]) + ")";
  // The reference is in double: it does not round to fewer bits.
  if (name == "float" || name == "half" || name == "bfloat16") return real(node.args[0]);
  const std::string space = target_ == CppTarget::host ? "std::" : "";
  // A reference gets the numbers of an array of this type, and the bits of one of bytes; the meaning does not tell
  // which.
  if (is_number_of_byte(arena_, e)) return fail("numbers of 8 bits");
  if (name == "isnan") return "(" + space + "isnan(" + real(node.args[0]) + ") ? 1.0 : 0.0)";
  if (name == "exp10") return space + "pow(10.0, " + real(node.args[0]) + ")";
  if (name == "normcdf") return "(0.5 * " + space + "erfc(-(" + real(node.args[0]) + ") / " + space + "sqrt(2.0)))";
  constexpr const char* k_standard[] = {"abs",  "exp",  "exp2",  "expm1", "log",   "log2",     "log10", "log1p",
                                        "sqrt", "cbrt", "sin",   "cos",   "tan",   "asin",     "acos",  "atan",
                                        "sinh", "cosh", "tanh",  "erf",   "erfc",  "floor",    "ceil",  "trunc",
                                        "rint", "pow",  "atan2", "fmod",  "hypot", "copysign", "round"};
  if (std::find(std::begin(k_standard), std::end(k_standard), name) == std::end(k_standard)) {
    return fail("the function `" + name + "`");
  }
  if (name == "abs") return (target_ == CppTarget::host ? "std::abs(" : "fabs(") + real(node.args[0]) + ")";
  return space + name + "(" + joined(node.args, Reading::real, ", ") + ")";
}

std::string CppExpression::integer_call(Expr e) {
  const Node& node = arena_[e];
  const std::string& name = arena_.text(e);
  if (name == "int") return "static_cast<int64_t>(" + real(node.args[0]) + ")";
  if (name == "wrap") return wrapped_text(integer(node.args[0]), static_cast<int>(*constant(arena_, node.args[1])));
  const std::pair<std::string_view, const char*> k_operators[] = {{"and", " & "}, {"or", " | "}, {"xor", " ^ "}};
  for (const auto& [known, sign] : k_operators) {
    if (name == known) return "(" + integer(node.args[0]) + sign + integer(node.args[1]) + ")";
  }
  // Amounts beyond a word are as large as any.
  if (name == "shl" || name == "shr") {
    return fmt::format("([](int64_t x, uint64_t n) -> int64_t {{ return n > 63 ? {} : {}; }}({}, {}))",
                       name == "shl" ? "0" : "x >> 63", name == "shl" ? "int64_t(uint64_t(x) << n)" : "x >> n",
                       integer(node.args[0]), integer(node.args[1]));
  }
  const bool is_wide = name.ends_with("64");
  const char* const type = is_wide ? "uint64_t" : "uint32_t";
  if (name.starts_with("popc"))
    return fmt::format("int64_t{{{}(static_cast<{}>({}))}}",
                       target_ == CppTarget::host ? "__builtin_popcountll" : "__popcll", type, integer(node.args[0]));
  if (name.starts_with("clz")) {
    return fmt::format(
        "([](uint64_t x) {{ int64_t n = {}; for (; x != 0; x >>= 1) --n; return n; }}(static_cast<{}>({})))",
        is_wide ? 64 : 32, type, integer(node.args[0]));
  }
  return fail("the function `" + name + "`");
}

}  // namespace whet::lift
