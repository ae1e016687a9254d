// The memory of one launch: what a kernel is given and what it leaves.
#pragma once

#include <cstdint>
#include <string>

namespace whet::random_kernels {

struct LaunchData {
  std::string in, slices, acc, start, parameters;  // bytes; slices and acc are written
};

}  // namespace whet::random_kernels
