#include "util/text/record.h"

#include <charconv>

namespace whet {

bool DigitsCodec::read(const Json& json, uint64_t& value, std::string&) {
  const std::string* text = json.as_string();
  if (!text) return false;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  return error == std::errc() && end == text->data() + text->size();
}

}  // namespace whet
