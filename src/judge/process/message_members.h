// Members of a message's head. The writer may be a hostile process: a member that is absent or of another type is an
// error that names it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/text/json.h"

namespace whet {

// Text of another process, for display: limited in length, without control characters that a terminal would obey.
std::string shown_text(std::string_view text);

Error lacks_member(std::string_view name);

Result<uint64_t> whole_member(const Json& json, std::string_view name);
Result<double> number_member(const Json& json, std::string_view name);
Result<std::string> text_member(const Json& json, std::string_view name);
bool flag_member(const Json& json, std::string_view name);  // absent: false
Result<const Json::Array*> list_member(const Json& json, std::string_view name);
Result<std::vector<std::string>> texts_member(const Json& json, std::string_view name);

Json to_json(const Error& error);
Error error_from(const Json& json);

}  // namespace whet
