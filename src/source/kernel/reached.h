// What the entries of a source reach: the kernels launched, and transitively the functions, types, variables and macros
// that they name. It is found by names alone: of two functions with one name both are reached, and so is everything
// that cannot be decided.
//
//   #define BLOCK 256                        only host code names it: blanked
//   __device__ float twice(float x) {...}    scale calls it: stays
//   __global__ void other(...) {...}         it is not launched: blanked
//   __global__ void scale(...) {...}         the entry
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

// The source with blanks in place of what is not reached; all other bytes and lines stay where they were. Unchanged if
// an entry is not found or brackets do not match.
std::string reached_source(std::string_view source, const std::vector<std::string>& entries);

}  // namespace whet
