// The CUDA toolkit of this machine: its compilers and headers.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct Toolkit {
  std::string nvcc;   // path; empty: none
  std::string ptxas;  // path; empty: none
  std::string nvrtc;  // path of the library; a bare name if only the loader may find it; empty: none
  std::vector<std::string> include_directories;
  // Changes with any of the above (path, size and time of each program) or with an environment variable that affects
  // nvcc. Empty when that cannot be determined without loading the library.
  std::string identity;
};

// Searches `wanted` only, if given; else WHET_CUDA, CUDA_HOME, CUDA_PATH, the folder of the nvcc in PATH,
// /usr/local/cuda, /opt/cuda, the library directories and Python's packages. Starts and loads nothing. It is an error
// when `wanted` has no compiler; if none is found elsewhere, `nvrtc` is a bare name.
Result<Toolkit> find_toolkit(const std::string& wanted, const FileSystem& files, const ProcessRunner& processes);

}  // namespace whet
