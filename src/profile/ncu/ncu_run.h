// Runs Nsight Compute on exactly the launches that somebody wants to know of.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "profile/ncu/ncu_names.h"
#include "profile/profile.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct NcuRun {
  // A program that makes the launches, each between cuProfilerStart and cuProfilerStop: ncu looks at nothing else, so
  // that launches are known by their order and never by their names.
  std::vector<std::string> target;
  std::vector<std::string> kernels;  // mangled, in the order of the launches
  std::string directory;             // for the report, which stays there
  std::chrono::seconds deadline{300};
};

// A profile for each launch. Anything else than these launches in the report is an error.
Result<std::vector<Profile>> profile_with_ncu(const NcuRun& run, const FileSystem& files, ProcessRunner& processes,
                                              const NcuNames& names);

}  // namespace whet
