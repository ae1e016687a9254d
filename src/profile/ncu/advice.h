// Nsight Compute's own advice: the messages of its rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace whet {

// "OPT" and "Optimization" in whatever case, and so on; what is neither a suggestion nor a warning is information.
Advice::Kind advice_kind(std::string_view type);

// The message without links, bold stars and line breaks:
//   "See @section:WarpStateStats:Warp State@ and the\n@url:Guide:https://a.b@." -> "See Warp State and the Guide."
std::string plain_advice(std::string_view text);

// An estimate at the beginning of the message, where a version has no column for it, moves to its own member:
//   "Est. Local Speedup: 81.25% The ..." -> 81.25, local, "The ..."
void take_estimate(Advice& advice);

// Each rule's message once, with its highest estimate; the highest estimates first.
std::vector<Advice> sorted_advice(std::vector<Advice> advice);

}  // namespace whet
