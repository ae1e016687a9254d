// The __global__ functions of a CUDA source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/text/outline.h"

namespace whet {

// A kernel as written. Texts are those of the source, without the surrounding brackets.
struct KernelSource {
  std::string name;                 // "transpose"
  std::string scope;                // "a::b::"; "(anonymous)::" for an unnamed namespace
  std::string template_parameters;  // "class T, int N"; empty unless is_template
  std::string launch_bounds;        // "256, 2"; empty without __launch_bounds__
  std::string parameters;           // "const float* __restrict__ x, int n"
  int line = 0;                     // of its name
  bool is_template = false;
  bool is_instantiated = false;  // for a template: the same source has an explicit instantiation
  bool has_body = false;         // false: a declaration only
};

// In the order of the source. A kernel that is declared and then defined is listed once, as defined.
std::vector<KernelSource> find_kernels(const Outline& outline);
std::vector<KernelSource> find_kernels(std::string_view source);

}  // namespace whet
