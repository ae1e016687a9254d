#include "problem/file/toml_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "util/text.h"

namespace whet {

namespace {

bool is_digits(std::string_view text) {
  constexpr size_t k_most_digits = 18;  // every number of 18 digits fits a 64-bit integer
  const bool digits = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
  return digits && !text.empty() && text.size() <= k_most_digits && (text.size() == 1 || text.front() != '0');
}

}  // namespace

std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      result += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + "\"";
}

std::string toml_formula(const Formula& given) {
  const std::string& text = given.expression.text();
  return is_digits(text) ? text : toml_text(text);
}

std::string toml_formulas(const std::vector<Formula>& list) {
  std::vector<std::string> words;
  for (const Formula& each : list) words.push_back(toml_formula(each));
  return "[" + join(words, ", ") + "]";
}

std::string toml_texts(const std::vector<std::string>& list) {
  std::vector<std::string> words;
  for (const std::string& each : list) words.push_back(toml_text(each));
  return "[" + join(words, ", ") + "]";
}

}  // namespace whet
