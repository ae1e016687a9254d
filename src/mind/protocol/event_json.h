// Members of a server's JSON, which may be absent or of another type.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/text/json.h"

namespace whet {

// The object in an event's data; an error shows how the data begins.
Result<Json> event_object(std::string_view data);

// member_at(json, {"a", "b"}) is json.a.b, or nullptr.
const Json* member_at(const Json& json, std::initializer_list<std::string_view> path);
// The text there; "" when it is absent or no text.
std::string text_at(const Json& json, std::initializer_list<std::string_view> path);
// Overwrites `count` if there is a number there that is not negative.
void read_count(const Json& json, std::initializer_list<std::string_view> path, int64_t& count);

// What stands in for an empty message, which servers refuse.
std::string some_text(const std::string& text);

}  // namespace whet
