#include "mind/protocol/event_json.h"

namespace whet {

namespace {

constexpr size_t k_shown = 120;  // characters

// The beginning of foreign text, on one line and printable.
std::string shown_start(std::string_view text) {
  std::string shown(text.substr(0, k_shown));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown + (text.size() > k_shown ? "..." : "");
}

}  // namespace

Result<Json> event_object(std::string_view data) {
  auto json = Json::parse(data);
  if (json && json->as_object()) return json;
  return bad_input("the server sent an event that is no JSON object: " + shown_start(data));
}

const Json* member_at(const Json& json, std::initializer_list<std::string_view> path) {
  const Json* at = &json;
  for (const std::string_view name : path)
    if (at) at = at->find(name);
  return at;
}

std::string text_at(const Json& json, std::initializer_list<std::string_view> path) {
  const Json* at = member_at(json, path);
  return at && at->as_string() ? *at->as_string() : std::string();
}

void read_count(const Json& json, std::initializer_list<std::string_view> path, int64_t& count) {
  const Json* at = member_at(json, path);
  if (at && at->as_integer() && *at->as_integer() >= 0) count = *at->as_integer();
}

std::string some_text(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos ? "(nothing)" : text;
}

}  // namespace whet
