// Separates host code from device code in a .cu, for compilers that accept device code only.
//
//   struct Point { float x, y; };              kept: the kernel names it
//   struct Timer { cudaEvent_t start; };       blanked: only host code names it
//   __global__ void move(Point* p) { ... }     kept
//   int main() { Timer t; move<<<1, 1>>>(p); } blanked
//
// Declarations with a CUDA specifier are kept, and transitively everything that a kept declaration names; what is not
// understood is kept as well. The rest is replaced by spaces: no other byte moves, and preprocessor lines stay.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "source/text/outline.h"

namespace whet {

struct BlankedSource {
  std::string text;                  // as long as the source, with the same lines
  std::set<std::string> host_words;  // all identifiers in the blanked text
};

// Returns the source unchanged if its brackets do not match.
BlankedSource blank_host_functions(std::string_view source, const Outline& outline);
BlankedSource blank_host_functions(std::string_view source);

}  // namespace whet
