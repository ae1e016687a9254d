// One kernel of a file of Nsight Compute.
#pragma once

#include <string>

#include "cli/frame/context.h"
#include "profile/profile.h"

namespace whet {

// A table (.csv) or a report (.ncu-rep).
bool is_ncu_file(const std::string& path);

// With the shares of its time, as far as its metrics tell them.
Result<Profile> read_ncu_kernel(const std::string& path, const std::string& kernel, Context& context);

}  // namespace whet
