// Files of Nsight Compute: tables are read here, reports (.ncu-rep) by running ncu.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/ncu/ncu_names.h"
#include "profile/profile.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

// The name under which PATH has Nsight Compute's command.
std::optional<std::string> find_ncu_program(const ProcessRunner& processes);

// A report's metrics come from its raw page, its advice from the details page.
Result<std::vector<Profile>> read_ncu_file(const std::string& path, const FileSystem& files, ProcessRunner& processes,
                                           const NcuNames& names);

}  // namespace whet
