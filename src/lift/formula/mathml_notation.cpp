#include <fmt/format.h>

#include "lift/formula/notation.h"

namespace whet::lift {
namespace {

std::string ml_escaped(const std::string& text) {
  std::string made;
  for (const char letter : text) {
    if (letter == '<')
      made += "&lt;";
    else if (letter == '>')
      made += "&gt;";
    else if (letter == '&')
      made += "&amp;";
    else
      made += letter;
  }
  return made;
}

std::string tag(const char* name, const std::string& inside) {
  return fmt::format("<{}>{}</{}>", name, inside, name);
}
std::string ml_sign(const std::string& text) {
  return tag("mo", ml_escaped(text));
}
std::string ml_row(const std::string& inside) {
  return tag("mrow", inside);
}

std::string ml_relation(const std::string& text) {
  if (text == "<=") return ml_sign("≤");
  if (text == ">=") return ml_sign("≥");
  if (text == "==") return ml_sign("=");
  if (text == "!=") return ml_sign("≠");
  if (text == "is") return ml_sign("≡");
  return ml_sign(text);
}

std::string ml_list(const std::vector<Math>& parts, const std::string& between) {
  std::string text;
  for (const Math& part : parts) text += (text.empty() ? "" : between) + as_mathml(part);
  return text;
}

std::string ml_bracketed(const Math& math) {
  const bool is_loose = math.kind == Math::Kind::sum || math.kind == Math::Kind::minus ||
                        math.kind == Math::Kind::choice || math.kind == Math::Kind::fold;
  return is_loose ? ml_row(ml_sign("(") + as_mathml(math) + ml_sign(")")) : as_mathml(math);
}

std::string sum_mathml(const std::vector<Math>& parts) {
  std::string text;
  for (const Math& part : parts) {
    const bool is_minus = part.kind == Math::Kind::minus;
    if (!text.empty()) text += ml_sign(is_minus ? "−" : "+");
    text += is_minus && !text.empty() ? ml_bracketed(part.parts[0]) : as_mathml(part);
  }
  return ml_row(text);
}

std::string product_mathml(const std::vector<Math>& parts) {
  std::string text;
  for (const Math& part : parts) {
    const bool ends_it = &part == &parts.back() && part.kind == Math::Kind::fold;
    text += (text.empty() ? "" : ml_sign("·")) + (ends_it ? as_mathml(part) : ml_bracketed(part));
  }
  return ml_row(text);
}

std::string call_mathml(const Math& math) {
  const std::string inside = ml_list(math.parts, ml_sign(","));
  if (math.text == "exp") return tag("msup", tag("mi", "e") + ml_row(inside));
  if (math.text == "sqrt") return tag("msqrt", inside);
  if (math.text == "abs") return ml_row(ml_sign("|") + inside + ml_sign("|"));
  if (math.text == "floor") return ml_row(ml_sign("⌊") + inside + ml_sign("⌋"));
  return ml_row(tag("mi", ml_escaped(math.text)) + ml_sign("(") + inside + ml_sign(")"));
}

std::string fold_mathml(const Math& math) {
  const std::string name = math.text == "sum"       ? ml_sign("∑")
                           : math.text == "product" ? ml_sign("∏")
                                                    : tag("mo", math.text);
  const std::string below = ml_row(as_mathml(math.parts[0]) + ml_sign("<") + as_mathml(math.parts[1]));
  return ml_row(tag("munder", name + below) + ml_bracketed(math.parts[2]));
}

std::string choice_mathml(const Math& math) {
  const auto line = [](const std::string& value, const std::string& when) {
    return tag("mtr", tag("mtd", value) + tag("mtd", when));
  };
  return ml_row(ml_sign("{") +
                tag("mtable", line(as_mathml(math.parts[1]), ml_row(tag("mtext", "if ") + as_mathml(math.parts[0]))) +
                                  line(as_mathml(math.parts[2]), tag("mtext", "otherwise"))));
}

}  // namespace

std::string as_mathml(const Math& math) {
  const auto& parts = math.parts;
  switch (math.kind) {
    case Math::Kind::sum:
      return sum_mathml(parts);
    case Math::Kind::minus:
      return ml_row(ml_sign("−") + ml_bracketed(parts[0]));
    case Math::Kind::product:
      return product_mathml(parts);
    case Math::Kind::fraction:
      return tag("mfrac", as_mathml(parts[0]) + as_mathml(parts[1]));
    case Math::Kind::quotient:
      return ml_row(ml_sign("⌊") + tag("mfrac", as_mathml(parts[0]) + as_mathml(parts[1])) + ml_sign("⌋"));
    case Math::Kind::remainder:
      return ml_row(ml_sign("(") + ml_bracketed(parts[0]) + tag("mo", "mod") + ml_bracketed(parts[1]) + ml_sign(")"));
    case Math::Kind::call:
      return call_mathml(math);
    case Math::Kind::element:
      return tag("msub", tag("mi", ml_escaped(math.text)) + ml_row(ml_list(parts, ml_sign(","))));
    case Math::Kind::fold:
      return fold_mathml(math);
    case Math::Kind::choice:
      return choice_mathml(math);
    case Math::Kind::relation:
      return ml_row(as_mathml(parts[0]) + ml_relation(math.text) + as_mathml(parts[1]));
    case Math::Kind::all_of:
      return ml_row(ml_list(parts, ml_sign("∧")));
    case Math::Kind::any_of:
      return ml_row(ml_sign("(") + ml_list(parts, ml_sign("∨")) + ml_sign(")"));
    case Math::Kind::number:
      return tag("mn", math.text);
    default:
      return tag("mi", ml_escaped(math.text));
  }
}

}  // namespace whet::lift
