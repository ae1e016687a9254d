// A problem of several launches from the description of each kernel: arrays and sizes that the host code names alike,
// or that kernels name alike where there is none, are the same.
#pragma once

#include "describe/describe.h"
#include "describe/launch_list.h"

namespace whet {

// `kernels` are the descriptions of the launches of the list. `kept` names arrays that are outputs although only later
// launches read them. An error says what cannot be brought together.
Result<Description> joined_description(const LaunchList& list, std::vector<Description> kernels,
                                       const std::vector<std::string>& kept);

}  // namespace whet
