// One call of a candidate in a process of its own, for a tool that watches it. The judge writes all that the call needs
// into a directory; the process, which may see no problem and no reference, makes the call and ends.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"

namespace whet {

// problem.toml with the sizes as numbers and the inputs as files, those files, and the build.
Result<void> write_sanitized_run(const Problem& problem, const ResolvedCase& resolved,
                                 const std::vector<std::string>& inputs, const Build& build,
                                 const std::string& directory, FileSystem& files);

// Makes the call. Outputs and scratch are left as they were allocated, so that reading them unwritten is seen.
Result<void> make_sanitized_run(const std::string& directory, Device& device, const FileSystem& files);

}  // namespace whet
