#include "diagnose/function_lines.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "util/text.h"

namespace whet {

namespace {

// Without the f of their fp32 forms. Square roots and exp2 are short enough to be left out.
constexpr std::string_view k_functions[] = {
    "sin",    "cos",   "tan",   "sincos", "asin",  "acos",  "atan", "atan2",   "sinh",  "cosh",     "tanh",   "exp",
    "exp10",  "expm1", "log",   "log2",   "log10", "log1p", "pow",  "cbrt",    "erf",   "erfc",     "erfinv", "lgamma",
    "tgamma", "fmod",  "hypot", "sinpi",  "cospi", "j0",    "j1",   "normcdf", "rcbrt", "remainder"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_precise(std::string_view word) {
  const auto known = [](std::string_view name) {
    return std::find(std::begin(k_functions), std::end(k_functions), name) != std::end(k_functions);
  };
  return known(word) || (word.ends_with('f') && known(word.substr(0, word.size() - 1)));
}

}  // namespace

bool calls_precise_function(const std::string& line) {
  for (size_t begin = 0; begin < line.size();) {
    if (!is_word(line[begin])) {
      ++begin;
      continue;
    }
    size_t end = begin;
    while (end < line.size() && is_word(line[end])) ++end;
    const std::string_view word(line.data() + begin, end - begin);
    size_t after = end;
    while (after < line.size() && line[after] == ' ') ++after;
    if (after < line.size() && line[after] == '(' && is_precise(word)) return true;
    begin = end;
  }
  return false;
}

double function_share(const CountedLines& counted, const SourceText& source) {
  std::map<std::string, std::string> files;
  double share = 0;
  for (const LineCounts& line : counted.lines) {
    const auto [found, is_new] = files.try_emplace(line.file);
    if (is_new) found->second = source(line.file);
    const auto rows = split(found->second, '\n');
    const bool calls =
        line.line > 0 && line.line <= rows.size() && calls_precise_function(std::string(rows[line.line - 1]));
    if (calls || line.checked_divisions > 0) share += line.share;
  }
  return share;
}

}  // namespace whet
