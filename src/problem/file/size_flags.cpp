#include "problem/file/size_flags.h"

#include <algorithm>

#include "problem/file/section.h"
#include "util/text.h"

namespace whet {

std::vector<std::string> comma_parts(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += (c == '(') - (c == ')');
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    parts.emplace_back(trim(text.substr(start, i - start)));
    start = i + 1;
  }
  return text.empty() ? std::vector<std::string>() : parts;
}

Result<std::vector<Formula>> parse_formulas(const std::string& text, const std::string& flag, int line) {
  std::vector<Formula> formulas;
  for (const std::string& part : comma_parts(text)) {
    TRY(expression, Expression::parse(part, flag + " " + text));
    formulas.push_back({std::move(expression), line});
  }
  return formulas;
}

std::string product_text(const std::vector<Formula>& extents) {
  std::vector<std::string> words;
  for (const Formula& extent : extents) {
    const std::string& text = extent.expression.text();
    words.push_back(extents.size() > 1 && text.find_first_of("+-/% ") != std::string::npos ? "(" + text + ")" : text);
  }
  return join(words, " * ");
}

Result<GivenSizes> GivenSizes::parse(const std::string& text) {
  GivenSizes given;
  for (const std::string& part : comma_parts(text)) {
    const size_t equals = std::min(part.find('='), part.size());
    const std::string name(trim(part.substr(0, equals)));
    const std::string value(trim(part.substr(std::min(equals + 1, part.size()))));
    if (name.empty() || value.empty())
      return bad_input(in_quotes(part) + " is not a name and a size", "--dims", "write --dims M=4096,N=1024");
    if (given.find(name)) return bad_input(in_quotes(name) + " is given twice", "--dims", "give it once");
    given.values_.emplace_back(name, value);
  }
  return given;
}

const std::string* GivenSizes::find(const std::string& name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return &value;
  }
  return nullptr;
}

}  // namespace whet
