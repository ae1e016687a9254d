// The CUDA toolkit of this machine: where its compilers and headers are.
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
  std::string nvrtc;  // path of the library; a bare name when only the loader may know it; empty: none
  std::vector<std::string> include_directories;
  // Changes when any of the above does (path, size and time of each program) or an environment variable that nvcc
  // obeys. Empty when that cannot be known without loading the library.
  std::string identity;
};

// Looks in `wanted` alone if it is given, else in WHET_CUDA, CUDA_HOME, CUDA_PATH, beside the nvcc of PATH,
// /usr/local/cuda, /opt/cuda, the library directories and Python's packages. Starts and loads nothing. An error when
// there is no compiler.
Result<Toolkit> find_toolkit(const std::string& wanted, const FileSystem& files, const ProcessRunner& processes);

}  // namespace whet
