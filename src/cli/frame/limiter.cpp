#include "cli/frame/limiter.h"

#include <fmt/format.h>

#include "device/staged_problem.h"
#include "device/virtual/virtual_device.h"
#include "diagnose/diagnose_problem.h"
#include "judge/check/policy.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

constexpr uint64_t k_most_bytes = 256 << 20;          // of all arrays together; more would take seconds
constexpr uint64_t k_most_instructions = 20'000'000;  // of the blocks that are counted; more would too
constexpr size_t k_bounds_named = 2;
constexpr double k_worth_naming = 0.3;  // share of the time

uint64_t array_bytes(const ResolvedCase& resolved) {
  uint64_t bytes = 0;
  for (const ResolvedArgument& argument : resolved.arguments) bytes += argument.is_scalar ? 0 : argument.bytes;
  return bytes;
}

std::string bounds_text(const vgpu::TimeEstimate& time) {
  std::string text;
  const double launch = time.seconds > 0 ? time.launch_seconds / time.seconds : 0;
  if (launch >= k_worth_naming)
    text = fmt::format("launch {:.0f} % ({:.2f} us){}", 100 * launch, 1e6 * time.launch_seconds,
                       time.bounds.empty() ? "" : ", ");
  for (size_t i = 0; i < std::min(time.bounds.size(), k_bounds_named); ++i) {
    const vgpu::Bound& bound = time.bounds[i];
    if (i > 0 && bound.share_of_time < k_worth_naming) break;
    text += fmt::format("{}{} {:.0f} %", i > 0 ? ", " : "", bound.name, 100 * bound.share_of_time);
  }
  return text;
}

struct CountedLaunch {
  Launch launch;
  VirtualReport report;
};

// It has to be diagnosed while its arrays are there.
Result<std::optional<CountedLaunch>> longest_launch(const StagedProblem& staged, VirtualDevice& device) {
  std::optional<CountedLaunch> longest;
  for (const Launch& launch : staged.launches()) {
    TRY(report, device.run(launch, {{}, true, vgpu::k_as_needed}));
    if (!report.time || (longest && report.time->seconds <= longest->report.time->seconds)) continue;
    longest = CountedLaunch{launch, std::move(report)};
  }
  return longest;
}

Result<KernelLimits> counted_limits(const LimitsRequest& request, VirtualDevice& device, Context& context) {
  TRY(staged, StagedProblem::stage(request.problem, request.resolved, request.build, device));
  TRY_VOID(staged.fill({1, 0}, context.files));
  TRY(longest, longest_launch(staged, device));
  KernelLimits limits;
  if (!longest) return limits;
  limits.limited_by = bounds_text(*longest->report.time);
  const AdviceBook book = load_advice(context.knowledge);
  const SourceText source = [&](const std::string&) { return request.problem.source; };
  DiagnoseRequest diagnosis{request.problem, request.resolved, request.build, device.facts(), source, book};
  diagnosis.plan.ruled_out = request.tried;
  TRY(counted, record_report(diagnosis, longest->launch, longest->report));
  limits.counted = std::move(counted);
  std::optional<KernelMeaning> meaning;
  const auto found = diagnose_report(diagnosis, longest->launch, longest->report, [&] {
    meaning = find_kernel_meaning(request.problem, request.compiler);
    return &*meaning;
  });
  if (found) limits.plan = found->advice.plan;
  if (found) limits.findings = found->advice.diagnosis.findings;
  return limits;
}

}  // namespace

KernelLimits kernel_limits(const LimitsRequest& request, Context& context) {
  if (request.problem.is_host_function || array_bytes(request.resolved) > k_most_bytes) return {};
  VirtualOptions options;
  options.budget = judge_policy(true).warp_instructions;
  options.launch_budget = k_most_instructions;
  auto device = VirtualDevice::open(request.gpu, options, context.knowledge);
  if (!device) return {};
  auto limits = counted_limits(request, **device, context);
  return limits ? std::move(*limits) : KernelLimits{};
}

}  // namespace whet
