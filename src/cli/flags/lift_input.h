// The PTX from which meanings are read, of whatever the user names: a source, a problem, PTX, or a file that holds PTX.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/flags/code_options.h"
#include "describe/lift_kernels.h"

namespace whet {

struct LiftInput {
  std::string ptx;
  std::vector<LiftKernel> kernels;                          // chosen by --kernel or by the problem; at least one
  bool is_source = false;                                   // .cu: commands on sources work with it
  std::function<Result<std::string>()> optimised_ptx = {};  // as users compile it; empty: only PTX is known
};

Result<LiftInput> load_lift_input(const std::string& path, const CodeOptions& options, Context& context);

}  // namespace whet
