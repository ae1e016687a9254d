// Finds CUDA's tools and libraries, in addition to the compilers that compile/toolkit/toolkit.h finds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "environment/machine.h"

namespace whet {

// Where to look, in order of preference: WHET_CUDA, CUDA_HOME, CUDA_PATH, /usr/local/cuda, versioned ones from the
// newest, /opt/cuda.
std::vector<std::string> toolkit_prefixes(const Machine& machine);

// Searches a CUDA tool in the prefixes given by variables, then on PATH, then in the other prefixes. nvcc and ptxas are
// those that whet itself uses.
std::optional<std::string> find_cuda_tool(const Machine& machine, const std::string& name);

// Names to open a library by, best first: files in the prefixes, then bare names for the loader.
//   library_names(machine, "libnvrtc.so") -> /usr/local/cuda/lib64/libnvrtc.so.13, ..., libnvrtc.so.13, libnvrtc.so
std::vector<std::string> library_names(const Machine& machine, const std::string& stem);

}  // namespace whet
