#include "write/text/code_words.h"

#include <algorithm>
#include <cctype>

namespace whet::write {

WordCounts code_words(std::string_view code) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  WordCounts counts;
  for (size_t at = 0; at < code.size();) {
    if (code.substr(at).starts_with("//")) at = std::min(code.find('\n', at), code.size());
    size_t end = at;
    while (end < code.size() && is_word(code[end])) ++end;
    if (end > at) ++counts[std::string(code.substr(at, end - at))];
    at = std::max(end, at + 1);
  }
  return counts;
}

}  // namespace whet::write
