// Whether a problem gives a kernel what it takes.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

// What one parameter is given.
struct GivenArgument {
  std::string name;
  ElementType type = ElementType::f32;
  ArgumentRole role = ArgumentRole::in;
  bool is_scalar = false;
  uint64_t bytes = 0;      // of a scalar or struct
  bool is_struct = false;  // then also a scalar
};

// What a launch gives, in order; `launch` past the last stands for a host function, which is given every argument.
std::vector<GivenArgument> given_arguments(const Problem& problem, size_t launch);

// Every launch against the function of the source it names. A difference in number, order, in pointers and scalars, or
// in width is an error that shows both sides in `details`. Types the source alone does not explain are taken on trust.
Result<void> check_signatures(const Problem& problem);

// A launch against the compiled kernel: the same number of parameters, each as wide as what it is given.
Result<void> check_parameter_bytes(const Problem& problem, size_t launch, const ModuleKernel& kernel);

}  // namespace whet
