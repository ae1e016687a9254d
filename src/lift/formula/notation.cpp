#include "lift/formula/notation.h"

#include "util/text.h"

namespace whet::lift {
namespace {

Math range_math(const Formula::Range& range) {
  return {Math::Kind::relation, "<", {{Math::Kind::name, range.index}, range.count}};
}

// What stands behind a formula: "for i < n", "where i != 3", "with m[i] = ...".
std::vector<std::pair<std::string, std::vector<Math>>> phrases(const Formula& formula) {
  std::vector<std::pair<std::string, std::vector<Math>>> found;
  std::vector<Math> ranges, definitions;
  for (const Formula::Range& range : formula.ranges) ranges.push_back(range_math(range));
  for (const Formula::Definition& definition : formula.definitions)
    definitions.push_back({Math::Kind::relation, "=", {definition.left, definition.right}});
  if (!ranges.empty()) found.emplace_back("for", std::move(ranges));
  if (!formula.conditions.empty()) found.emplace_back("where", formula.conditions);
  if (!definitions.empty()) found.emplace_back("with", std::move(definitions));
  return found;
}

template <typename Write>
std::string written_list(const std::vector<Math>& list, const std::string& between, const Write& write) {
  std::vector<std::string> texts;
  for (const Math& math : list) texts.push_back(write(math));
  return join(texts, between);
}

std::string text_of(const Formula& formula) {
  std::string text = as_text(formula.left) + " " + formula.sign + " " + as_text(formula.right);
  for (const auto& [word, list] : phrases(formula)) text += " " + word + " " + written_list(list, ", ", as_text);
  return text;
}

std::string latex_of(const Formula& formula) {
  const std::string sign = formula.sign == "=" ? "=" : "\\mathrel{" + formula.sign + "}";
  std::string text = as_latex(formula.left) + " " + sign + " " + as_latex(formula.right);
  for (const auto& [word, list] : phrases(formula))
    text += " \\quad\\text{" + word + " } " + written_list(list, ",\\; ", as_latex);
  return text;
}

std::string mathml_of(const Formula& formula) {
  std::string text = as_mathml(formula.left) + "<mo>" + formula.sign + "</mo>" + as_mathml(formula.right);
  for (const auto& [word, list] : phrases(formula))
    text += "<mtext>&#160;&#160;" + word + "&#160;</mtext>" + written_list(list, "<mo>,</mo>", as_mathml);
  return "<math display=\"block\">" + text + "</math>";
}

}  // namespace

WrittenFormula write_formula(const Formula& formula) {
  return {text_of(formula), latex_of(formula), mathml_of(formula)};
}

WrittenFormula write_math(const Math& math) {
  return {as_text(math), as_latex(math), "<math display=\"block\">" + as_mathml(math) + "</math>"};
}

}  // namespace whet::lift
