// Samples of machine code as JSON, within a profile.
#pragma once

#include <optional>

#include "profile/sampled_code.h"
#include "util/text/json.h"

namespace whet {

Json to_json(const SampledCode& code);
// Nothing if it is not what `to_json` writes.
std::optional<SampledCode> sampled_code_from_json(const Json& json);

}  // namespace whet
