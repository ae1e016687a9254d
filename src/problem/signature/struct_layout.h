// The layout of a struct by the rules of the C ABI.
//
//   f32 dt; f64 mass; i32 n    ->  offsets 0, 8, 16; 24 bytes, aligned to 8
#pragma once

#include <cstdint>
#include <vector>

#include "problem/file/problem.h"

namespace whet {

struct StructLayout {
  std::vector<uint64_t> offsets;  // of each field
  uint64_t bytes = 0, alignment = 1;
};

StructLayout struct_layout(const ProblemArgument& argument);

}  // namespace whet
