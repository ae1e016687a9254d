// What host code says of the memory that it passes to a kernel: how much it allocates, and whether it clears it.
//
//   cudaMalloc(&d_x, n * sizeof(float));   cudaMemset(d_x, 0, bytes);   k<<<g, b>>>(d_x, n)      d_x: 4 * n bytes,
//   zeroed
#pragma once

#include <optional>
#include <string>

#include "source/launch/host_reader.h"

namespace whet {

struct HostArray {
  std::optional<LaunchExpression> bytes, elements;  // at most one
  bool is_zeroed = false;
  int line = 0;
};

// The memory behind an argument of a launch at this place. Allocations are followed through callers, through functions
// that return memory (`float* x = to_device(h, n)`) or set a pointer (`alloc(&x, n)`), and through thrust vectors.
std::optional<HostArray> find_host_array(const HostValues& values, const HostReader& reader,
                                         const std::string& argument, const HostPlace& place);

}  // namespace whet
