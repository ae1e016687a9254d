// Compares the arguments of a problem with the parameters of its kernels.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

// The argument for one parameter.
struct GivenArgument {
  std::string name;
  ElementType type = ElementType::f32;
  ArgumentRole role = ArgumentRole::in;
  bool is_scalar = false;
  uint64_t bytes = 0;      // for a scalar or struct
  bool is_struct = false;  // is_scalar is set, too
};

// The arguments of a launch, in order. A `launch` beyond the last is a host function, which gets all arguments.
std::vector<GivenArgument> given_arguments(const Problem& problem, size_t launch);

// Compares every launch with the function it names in the source. A difference in number, order, width, or between
// pointers and scalars is an error with both sides in `details`. Types that are not clear from the source are accepted.
Result<void> check_signatures(const Problem& problem);

// Compares a launch with the compiled kernel: the same number of parameters, each as wide as its argument.
Result<void> check_parameter_bytes(const Problem& problem, size_t launch, const ModuleKernel& kernel);

}  // namespace whet
