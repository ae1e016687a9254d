// Kernels that macros make, as text.
//
//   #define BINARY(NAME, OP) __global__ void NAME(float* x, int n) { x[0] = x[0] OP n; }
//   BINARY(add, +)                                   ->   __global__ void add(float* x, int n) { x[0] = x[0] + n; }
#pragma once

#include <string>
#include <string_view>

namespace whet {

// The uses of macros that contain __global__, written out, each on the line of its use. Empty: there are none.
std::string kernels_of_macros(std::string_view source);

}  // namespace whet
