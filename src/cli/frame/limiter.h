// What limits a kernel according to the model of the virtual GPU, and what to write next, for reports and proposers.
#pragma once

#include <optional>
#include <string>

#include "cli/frame/context.h"
#include "compile/compiler.h"
#include "diagnose/diagnosis_record.h"
#include "diagnose/plan.h"
#include "problem/data/resolve.h"
#include "util/system/knowledge.h"

namespace whet {

struct KernelLimits {
  std::string limited_by;  // "DRAM bandwidth 92 %, issue 41 %": shares of the time that each would take alone
  std::optional<LaunchRecord> counted;  // the launch
  std::optional<Plan> plan;             // what to write next
  std::vector<Finding> findings;        // what costs time, highest rank first
};

struct LimitsRequest {
  const Problem& problem;
  const ResolvedCase& resolved;
  const Build& build;
  std::string gpu;
  Compiler& compiler;                             // for what the kernel computes
  std::map<std::string, std::string> tried = {};  // methods, each with what became of it
};

// For the longest launch. Empty if it is not known: for host code, for sizes that would take long, for a GPU without a
// model.
KernelLimits kernel_limits(const LimitsRequest& request, Context& context);

}  // namespace whet
