#include <fmt/format.h>

#include "lift/formula/notation.h"
#include "util/text.h"

namespace whet::lift {
namespace {

std::string latex_name(const std::string& name) {
  std::string text;
  for (const char letter : name) text += letter == '_' ? "\\_" : std::string(1, letter);
  return name.size() == 1 ? text : "\\mathit{" + text + "}";
}

std::string latex_sign(const std::string& sign) {
  if (sign == "<=") return "\\le";
  if (sign == ">=") return "\\ge";
  if (sign == "==") return "=";
  if (sign == "!=") return "\\ne";
  if (sign == "is") return "\\equiv";
  return sign;
}

std::string latex_list(const std::vector<Math>& parts, const std::string& between) {
  std::vector<std::string> texts;
  for (const Math& part : parts) texts.push_back(as_latex(part));
  return join(texts, between);
}

bool latex_is_loose(const Math& math) {
  return math.kind == Math::Kind::sum || math.kind == Math::Kind::minus || math.kind == Math::Kind::choice ||
         math.kind == Math::Kind::fold;
}

std::string latex_bracketed(const Math& math) {
  return latex_is_loose(math) ? "\\left(" + as_latex(math) + "\\right)" : as_latex(math);
}

std::string latex_sum(const std::vector<Math>& parts) {
  std::string text;
  for (const Math& part : parts) {
    const bool is_minus = part.kind == Math::Kind::minus;
    if (!text.empty()) text += is_minus ? " - " : " + ";
    text += is_minus && !text.empty() ? latex_bracketed(part.parts[0]) : as_latex(part);
  }
  return text;
}

std::string latex_product(const std::vector<Math>& parts) {
  std::string text;
  for (const Math& part : parts) {
    const bool ends_it = &part == &parts.back() && part.kind == Math::Kind::fold;
    text += (text.empty() ? "" : " \\cdot ") + (ends_it ? as_latex(part) : latex_bracketed(part));
  }
  return text;
}

std::string latex_call(const Math& math) {
  const std::string inside = latex_list(math.parts, ", ");
  if (math.text == "exp") return "e^{" + inside + "}";
  if (math.text == "sqrt") return "\\sqrt{" + inside + "}";
  if (math.text == "abs") return "\\left|" + inside + "\\right|";
  if (math.text == "floor") return "\\left\\lfloor " + inside + " \\right\\rfloor";
  std::string name;
  for (const char letter : math.text) name += letter == '_' ? "\\_" : std::string(1, letter);
  return "\\operatorname{" + name + "}\\left(" + inside + "\\right)";
}

std::string latex_fold(const Math& math) {
  const std::string below = "_{" + as_latex(math.parts[0]) + " < " + as_latex(math.parts[1]) + "} ";
  if (math.text == "sum") return "\\sum" + below + latex_bracketed(math.parts[2]);
  if (math.text == "product") return "\\prod" + below + latex_bracketed(math.parts[2]);
  return "\\operatorname*{" + math.text + "}" + below + latex_bracketed(math.parts[2]);
}

}  // namespace

std::string as_latex(const Math& math) {
  const auto& parts = math.parts;
  switch (math.kind) {
    case Math::Kind::sum:
      return latex_sum(parts);
    case Math::Kind::minus:
      return "-" + latex_bracketed(parts[0]);
    case Math::Kind::product:
      return latex_product(parts);
    case Math::Kind::fraction:
      return "\\frac{" + as_latex(parts[0]) + "}{" + as_latex(parts[1]) + "}";
    case Math::Kind::quotient:
      return "\\left\\lfloor \\frac{" + as_latex(parts[0]) + "}{" + as_latex(parts[1]) + "} \\right\\rfloor";
    case Math::Kind::remainder:
      return "\\left(" + latex_bracketed(parts[0]) + " \\bmod " + latex_bracketed(parts[1]) + "\\right)";
    case Math::Kind::call:
      return latex_call(math);
    case Math::Kind::element:
      return latex_name(math.text) + "_{" + latex_list(parts, ", ") + "}";
    case Math::Kind::fold:
      return latex_fold(math);
    case Math::Kind::choice:
      return fmt::format("\\begin{{cases}} {} & \\text{{if }} {} \\\\ {} & \\text{{otherwise}} \\end{{cases}}",
                         as_latex(parts[1]), as_latex(parts[0]), as_latex(parts[2]));
    case Math::Kind::relation:
      return as_latex(parts[0]) + " " + latex_sign(math.text) + " " + as_latex(parts[1]);
    case Math::Kind::all_of:
      return latex_list(parts, " \\wedge ");
    case Math::Kind::any_of:
      return "\\left(" + latex_list(parts, " \\vee ") + "\\right)";
    case Math::Kind::number:
      return math.text;
    default:
      return latex_name(math.text);
  }
}

}  // namespace whet::lift
