// A meaning as a C++ reference in double, in the form that problem.toml expects (see problem/reference.h):
//
//   extern "C" void reference(const double* x, double* y, int64_t rows, int64_t cols) {
//     for (int64_t i = 0; i < rows; ++i) {
//       double sum_1 = 0;
//       for (int64_t k = 0; k < cols; ++k) { sum_1 += x[cols*i + k]; }
//       y[i] = sum_1;
//     }
//   }
//
// What an inner loop does not change is computed outside it, so that a softmax takes no more than its passes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

struct ReferenceForm {
  std::vector<std::string> further_dims;  // sizes of the problem that are no arguments; they come last
  std::map<Special, std::string> launch;  // gridDim and blockDim as C++ expressions, where the meaning depends on them
  size_t first_size = SIZE_MAX;           // parameters from here on are sizes of the problem, no arguments
  int64_t many_elements = 1 << 16;        // that keep a GPU busy with a thread or a warp each
  std::string comment;                    // one or more lines for the head of the file, without `//`
};

// The whole file. An error says what of the meaning has no such form.
Result<std::string> cpp_reference(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                                  const ReferenceForm& form = {});

}  // namespace whet::lift
