// The members of a JSON object, one at a time and never all in memory, from a text that may end in the middle.
#pragma once

#include <optional>
#include <string_view>

namespace whet::search {

struct JsonMember {
  std::string_view key;    // without quotes, escapes as written
  std::string_view value;  // the text of the value
  bool whole = true;       // false: the text ended before the value did
};

// Walks over `{"a": 1, "b": {...}, ...`; the closing brace may be missing, and so may the end of the last member.
// Values are cut out by their brackets and quotes; whether they are JSON is for the parser to say.
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
