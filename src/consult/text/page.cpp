#include "consult/text/page.h"

#include <cctype>

namespace whet::consult {

namespace {

bool is_place_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || letter == '_';
}

// The end of the name that begins at `from`, if an @ follows it; otherwise `from`.
size_t name_end(std::string_view text, size_t from) {
  size_t end = from;
  while (end < text.size() && is_place_letter(text[end])) ++end;
  return end < text.size() && text[end] == '@' ? end : from;
}

}  // namespace

Result<std::string> fill_text(std::string_view text, const PagePlaces& places, const std::string& where) {
  std::string filled;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = text[at] == '@' ? name_end(text, at + 1) : at + 1;
    if (end == at + 1) {
      filled += text[at];
      continue;
    }
    const auto place = places.find(std::string(text.substr(at + 1, end - at - 1)));
    if (place == places.end())
      return bad_input("there is nothing to fill in for `@" + std::string(text.substr(at + 1, end - at - 1)) + "@`",
                       where);
    filled += place->second;
    at = end;
  }
  return filled;
}

Result<std::string> fill_page(const Knowledge& knowledge, const std::string& name, const PagePlaces& places) {
  TRY(text, knowledge.read(name));
  return fill_text(text, places, "knowledge/" + name);
}

}  // namespace whet::consult
