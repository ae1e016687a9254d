// Telling host code from device code in a .cu, so that a compiler that takes device code only can be given the file.
//
//   struct Point { float x, y; };              kept: the kernel names it
//   struct Timer { cudaEvent_t start; };       blanked: only host code names it
//   __global__ void move(Point* p) { ... }     kept
//   int main() { Timer t; move<<<1, 1>>>(p); } blanked
//
// What carries a CUDA mark is kept, and so is everything a kept declaration names, and so on; what is not understood is
// kept as well. The rest is replaced by spaces: no other byte moves, and preprocessor lines stay.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "source/text/outline.h"

namespace whet {

struct BlankedSource {
  std::string text;                  // as long as the source, with the same lines
  std::set<std::string> host_words;  // every identifier of what was blanked
};

// Returns the source unchanged when its brackets do not match.
BlankedSource blank_host_functions(std::string_view source, const Outline& outline);
BlankedSource blank_host_functions(std::string_view source);

}  // namespace whet
