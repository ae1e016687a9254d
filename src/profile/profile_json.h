// A profile as JSON, to be kept, compared and diagnosed later.
#pragma once

#include <string>

#include "profile/profile.h"
#include "util/result.h"
#include "util/text/json.h"

namespace whet {

Json to_json(const Profile& profile);
// Errors call the text `name`. Members that this version does not know are an error: they may change the meaning.
Result<Profile> profile_from_json(const Json& json, const std::string& name);

}  // namespace whet
