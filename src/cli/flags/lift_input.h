// The PTX from which meanings are read, of whatever the user names: a source, a problem, PTX, or a file that holds PTX.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/flags/code_options.h"
#include "lift/explain/explanation.h"

namespace whet {

// One kernel of it.
struct LiftKernel {
  std::string name;                   // mangled
  std::string signature;              // "softmax(const float* x, float* y, int rows, int cols)"
  std::vector<Parameter> parameters;  // from the source; empty: only PTX is known
  lift::KnownLaunch launch;           // from a problem, or from the source's own launch
};

struct LiftInput {
  std::string ptx;
  std::vector<LiftKernel> kernels;  // chosen by --kernel or by the problem; at least one
  bool is_source = false;           // .cu: commands on sources work with it
};

Result<LiftInput> load_lift_input(const std::string& path, const CodeOptions& options, Context& context);

}  // namespace whet
