// Puts a written kernel together: the formula and the reason on top, named constants, what it is made of, the kernels.
#pragma once

#include <string>
#include <vector>

#include "write/subject/subject.h"
#include "write/text/written.h"

namespace whet::write {

// A number that a kernel gets beside the problem's arguments.
struct FurtherParameter {
  std::string name;
  std::string formula;  // of the problem's sizes
};

// "const float* x, float* y, int n": the subject's parameters and then the further ones, which are 64 bits wide.
std::string parameter_text(const Subject& subject, const std::vector<FurtherParameter>& further);
// What a launch passes for them.
std::vector<std::string> launch_arguments(const Subject& subject, const std::vector<FurtherParameter>& further);

// Fills `source` from the rest.
void assemble(const Subject& subject, WrittenKernel& kernel);

}  // namespace whet::write
