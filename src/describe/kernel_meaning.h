// What the kernel of a problem computes, as far as lifting finds it and running it confirms it; with what a problem
// makes of that: a reference, and the work as formulas of its sizes.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "lift/explain/explanation.h"
#include "problem/file/problem.h"

namespace whet {

struct KernelMeaning {
  bool is_confirmed = false;
  std::string why_not;                     // "inline PTX is not modelled (mine.cu:12)"; empty: it is confirmed
  std::vector<std::string> formulas;       // one per statement
  std::vector<std::string> patterns;       // of a confirmed meaning: "contraction (matrix product)"
  std::vector<std::string> product_types;  // of a confirmed contraction: element types of what it multiplies, "bf16"
  size_t size_sets = 0;                    // at which the kernel agreed
  lift::WorkFormulas work;                 // of a confirmed meaning
  std::string reference;                   // C++ with the parameters that the problem's reference has
  std::string no_reference;                // why there is none
  std::string gpu_reference;               // the same as a CUDA kernel; empty where there is no such form
};

// Of all launches together, at the sizes of the first case. Takes seconds at most, for each launch.
KernelMeaning find_kernel_meaning(const Problem& problem, Compiler& compiler);

}  // namespace whet
