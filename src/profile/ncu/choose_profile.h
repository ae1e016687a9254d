// The profile of one kernel out of a report of many launches.
#pragma once

#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace whet {

// "void ns::gemm<float, 4>(float const*, int)" -> "ns::gemm".
std::string plain_kernel_name(std::string_view kernel);

// The kernel whose name contains the text, or whose mangled name it is; of several the one that is called exactly so.
// An empty text needs a report of one kernel. Launches of one shape are merged: each metric is their median, the advice
// is that of the launch in the middle by time. Of several shapes the one that took most time is taken, which `unseen`
// says. An error lists the kernels that are there.
Result<Profile> choose_profile(const std::vector<Profile>& profiles, std::string_view kernel);

}  // namespace whet
