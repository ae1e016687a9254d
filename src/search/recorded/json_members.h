// Iterates over the members of a JSON object without parsing the whole, even when the text breaks off.
#pragma once

#include <optional>
#include <string_view>

namespace whet::search {

struct JsonMember {
  std::string_view key;    // without quotes, escapes not resolved
  std::string_view value;  // the text of the value
  bool whole = true;       // false: the text ended before the value did
};

// Walks over `{"a": 1, "b": {...}, ...`; the closing brace and the end of the last member may be missing. Values are
// delimited by brackets and quotes only; the JSON parser decides whether they are valid.
class JsonMembers {
 public:
  explicit JsonMembers(std::string_view object);

  std::optional<JsonMember> next();

 private:
  void skip_blanks();
  std::optional<std::string_view> string();
  size_t value_length() const;

  std::string_view rest_;
};

}  // namespace whet::search
