// One call of a candidate in its own process, for a tool that watches it. The judge writes everything that the call
// needs into a directory; the process, which cannot see problem or reference, makes the call and ends.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/array_content.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"

namespace whet {

// Writes problem.toml with sizes as numbers and inputs as files, these files, and the build.
Result<void> write_sanitized_run(const Problem& problem, const ResolvedCase& resolved, const ArrayContents& inputs,
                                 const Build& build, const std::string& directory, FileSystem& files);

// Makes the call. Outputs and scratch are not filled, so that the tool notices when unwritten elements are read.
Result<void> make_sanitized_run(const std::string& directory, Device& device, const FileSystem& files);

}  // namespace whet
