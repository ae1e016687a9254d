#include "diagnose/diagnose_problem.h"

#include <algorithm>

#include "binary/cubin/cubin.h"
#include "device/staged_problem.h"
#include "device/virtual/fault_error.h"
#include "diagnose/kernel_profile.h"
#include "profile/virtual_profile.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

double bytes_of_arrays(const ResolvedCase& resolved) {
  double bytes = 0;
  for (const ResolvedArgument& argument : resolved.arguments)
    bytes += argument.is_scalar ? 0 : static_cast<double>(argument.bytes);
  return bytes;
}

bool has_fp64(const ResolvedCase& resolved) {
  return std::any_of(resolved.arguments.begin(), resolved.arguments.end(),
                     [](const ResolvedArgument& argument) { return argument.type == ElementType::f64; });
}

std::optional<ResourceUsage> usage_in(const Build& build, const std::string& kernel) {
  for (const ResourceUsage& usage : build.resources) {
    if (usage.kernel == kernel) return usage;
  }
  return std::nullopt;
}

// The work of a problem is that of all its launches together.
RunKnowledge knowledge_of(const DiagnoseRequest& request) {
  RunKnowledge known;
  known.gpu = &request.device.gpu;
  known.has_fp64_arguments = has_fp64(request.resolved);
  known.patterns = request.patterns;
  if (request.resolved.launches.size() != 1) return known;
  known.must_move_bytes = request.resolved.bytes;
  known.flops = request.resolved.flops;
  known.array_bytes = bytes_of_arrays(request.resolved);
  return known;
}

// Facts of the machine code; without them the rules that need one stay undecided.
Facts code_facts(const DiagnoseRequest& request, const Launch& launch) {
  const auto cubin = read_cubin(as_bytes(request.build.cubin));
  if (!cubin) return {};
  const auto function = std::find_if(cubin->functions.begin(), cubin->functions.end(), [&](const CubinFunction& each) {
    return each.is_kernel && each.name == launch.kernel;
  });
  if (function == cubin->functions.end()) return {};
  BlockAssumption block;
  block.threads = static_cast<int>(launch.shape.block.count());
  block.dynamic_shared_bytes = static_cast<int>(launch.shape.dynamic_shared_bytes);
  const auto profile = profile_kernel(*function, request.device.architecture, request.device.gpu.capability, block,
                                      usage_in(request.build, launch.kernel));
  return profile ? facts_of(*profile) : Facts{};
}

}  // namespace

Result<LaunchDiagnosis> diagnose_report(const DiagnoseRequest& request, const Launch& launch,
                                        const VirtualReport& report, const std::vector<Rule>& rules) {
  TRY(profile, virtual_profile(launch, report, request.device));
  CountedLines lines = count_lines(report);
  RunKnowledge known = knowledge_of(request);
  if (report.machine) known.function_share = function_share(lines, request.source);
  return diagnose_launch(std::move(profile), std::move(lines), code_facts(request, launch), std::move(known), rules);
}

Result<std::vector<LaunchDiagnosis>> diagnose_problem(const DiagnoseRequest& request, VirtualDevice& device,
                                                      const FileSystem& files, const std::vector<Rule>& rules) {
  TRY(staged, StagedProblem::stage(request.problem, request.resolved, request.build, device));
  TRY_VOID(staged.fill({1, 0}, files));
  std::vector<LaunchDiagnosis> found;
  for (const Launch& launch : staged.launches()) {
    TRY(report, device.run(launch, {{}, true, vgpu::k_as_needed}));
    if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
    TRY(diagnosis, diagnose_report(request, launch, report, rules));
    found.push_back(std::move(diagnosis));
  }
  return found;
}

}  // namespace whet
