// Runs the launches of a problem on the virtual GPU and diagnoses each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "describe/kernel_meaning.h"
#include "device/virtual/virtual_device.h"
#include "diagnose/advice.h"
#include "diagnose/diagnosis_record.h"
#include "diagnose/function_lines.h"
#include "diagnose/launch_diagnosis.h"
#include "problem/data/resolve.h"

namespace whet {

struct DiagnoseRequest {
  const Problem& problem;
  const ResolvedCase& resolved;
  const Build& build;
  const DeviceFacts& device;
  SourceText source;  // for what stands on a line
  const AdviceBook& book;
  PlanRequest plan = without_consent();    // a class of narrow types adds the consent to compute in them
  const KernelMeaning* meaning = nullptr;  // what the kernel computes; nullptr: it was not looked for
};

// One launch that was counted to its end.
Result<LaunchRecord> record_report(const DiagnoseRequest& request, const Launch& launch, const VirtualReport& report);
Result<LaunchDiagnosis> diagnose_report(const DiagnoseRequest& request, const Launch& launch,
                                        const VirtualReport& report);

// The same where what the kernel computes was not looked for yet: it is asked for only where there is something to
// advise, which depends on it.
using MeaningFinder = std::function<const KernelMeaning*()>;
Result<LaunchDiagnosis> diagnose_report(const DiagnoseRequest& request, const Launch& launch,
                                        const VirtualReport& report, const MeaningFinder& find);

// Fills the arrays and runs the launches in order. A fault is the error.
Result<std::vector<LaunchRecord>> record_problem(const DiagnoseRequest& request, VirtualDevice& device,
                                                 const FileSystem& files);
Result<std::vector<LaunchDiagnosis>> diagnose_problem(const DiagnoseRequest& request, VirtualDevice& device,
                                                      const FileSystem& files);

}  // namespace whet
