// What the entries of a source reach: the kernels launched, the functions, types, variables and macros they name, and
// so on. Found by names alone, so that of two functions with one name both are reached; what cannot be told apart is.
//
//   #define BLOCK 256                        host code alone names it: blank
//   __device__ float twice(float x) {...}    scale calls it: stays
//   __global__ void other(...) {...}         nobody launches it: blank
//   __global__ void scale(...) {...}         the entry
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

// The source with blanks in the place of what is not reached: every other byte and all lines are where they were.
// As it is when an entry is not found, or brackets do not match.
std::string reached_source(std::string_view source, const std::vector<std::string>& entries);

}  // namespace whet
