// Runs the launches of a problem on the virtual GPU and diagnoses each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/virtual/virtual_device.h"
#include "diagnose/function_lines.h"
#include "diagnose/launch_diagnosis.h"
#include "problem/data/resolve.h"

namespace whet {

struct DiagnoseRequest {
  const Problem& problem;
  const ResolvedCase& resolved;
  const Build& build;
  const DeviceFacts& device;                         // of a virtual GPU
  SourceText source;                                 // for what stands on a line
  std::optional<std::vector<std::string>> patterns;  // what the kernel computes, where that is confirmed
};

// One launch that was counted to its end.
Result<LaunchDiagnosis> diagnose_report(const DiagnoseRequest& request, const Launch& launch,
                                        const VirtualReport& report, const std::vector<Rule>& rules);

// Fills the arrays and runs the launches in order. A fault is the error.
Result<std::vector<LaunchDiagnosis>> diagnose_problem(const DiagnoseRequest& request, VirtualDevice& device,
                                                      const FileSystem& files, const std::vector<Rule>& rules);

}  // namespace whet
