// What a problem and its build tell about a launch before it runs.
#pragma once

#include <memory>
#include <optional>

#include "binary/cubin/cubin.h"
#include "diagnose/diagnose_problem.h"
#include "diagnose/kernel_profile.h"

namespace whet {

// A kernel in its cubin, which points into the request's build.
struct LaunchedCode {
  std::unique_ptr<Cubin> cubin;
  const CubinFunction* function = nullptr;
  std::optional<KernelProfile> profile;  // absent: the code cannot be analysed
};

// Nothing without machine code of this kernel.
std::optional<LaunchedCode> launched_code(const DiagnoseRequest& request, const Launch& launch);
// Facts of the machine code; without them the rules that need one stay undecided.
Facts code_facts(const std::optional<LaunchedCode>& code);

// Of the arguments, the GPU and the work. The work of a problem is that of all its launches together.
RunKnowledge knowledge_of(const DiagnoseRequest& request);
// The same with what its counted lines tell.
RunKnowledge knowledge_with_lines(const DiagnoseRequest& request, const CountedLines& lines);
// What the problem agrees to: a class of narrow types is consent to compute in them.
std::vector<Consent> consents_of(const DiagnoseRequest& request);
// What stands on each of these lines.
std::vector<std::string> texts_of(const CountedLines& counted, const SourceText& source);

// What is to be said of each launch.
std::vector<LaunchDiagnosis> diagnose_records(std::vector<LaunchRecord> records, const DiagnoseRequest& request);

// launch__* and the occupancy that the code allows.
MetricSet launch_metrics(const Launch& launch, const std::optional<LaunchedCode>& code, const Gpu& gpu);

}  // namespace whet
