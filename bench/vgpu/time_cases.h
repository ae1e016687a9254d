// Kernel-and-size pairs whose times are measured on a GPU and modelled by the virtual one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace whet::bench {

struct TimeArgument {
  enum class Kind { floats, halves, doubles, zeros, indices, ring, i32, f32 } kind = Kind::floats;
  uint64_t count = 0;  // elements of a buffer
  double value = 0;    // of a scalar; of indices: exclusive bound; of ring: distance to the next
};

struct TimeCase {
  std::string name;
  std::string family;  // variants of one problem at one size share it
  std::string kernel;  // in time_kernels.cu
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t dynamic_shared_bytes = 0;
  std::vector<TimeArgument> arguments;
  bool fitted = false;  // used to fit the model; the others judge it
};

// In a fixed order; every other one is fitted.
std::vector<TimeCase> time_cases();

// The content of a buffer argument, the same on every machine.
std::string content_of(const TimeArgument& argument);
bool is_buffer(const TimeArgument& argument);

}  // namespace whet::bench
