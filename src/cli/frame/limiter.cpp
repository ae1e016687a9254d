#include "cli/frame/limiter.h"

#include <fmt/format.h>

#include "device/staged_problem.h"
#include "device/virtual/virtual_device.h"
#include "judge/check/policy.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

constexpr uint64_t k_most_bytes = 256 << 20;  // of all arrays together; more would take seconds
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

Result<std::string> longest_launch(const Problem& problem, const ResolvedCase& resolved, const Build& build,
                                   VirtualDevice& device, const FileSystem& files) {
  TRY(staged, StagedProblem::stage(problem, resolved, build, device));
  TRY_VOID(staged.fill({1, 0}, files));
  std::optional<vgpu::TimeEstimate> longest;
  for (const Launch& launch : staged.launches()) {
    TRY(report, device.run(launch, {{}, true, vgpu::k_as_needed}));
    if (report.time && (!longest || report.time->seconds > longest->seconds)) longest = std::move(report.time);
  }
  return longest ? bounds_text(*longest) : std::string();
}

}  // namespace

std::string limited_by(const Problem& problem, const ResolvedCase& resolved, const Build& build, const std::string& gpu,
                       Context& context) {
  if (problem.is_host_function || array_bytes(resolved) > k_most_bytes) return {};
  VirtualOptions options;
  options.budget = judge_policy(true).warp_instructions;
  auto device = VirtualDevice::open(gpu, options, context.knowledge);
  if (!device) return {};
  auto text = longest_launch(problem, resolved, build, **device, context.files);
  return text ? std::move(*text) : std::string();
}

}  // namespace whet
