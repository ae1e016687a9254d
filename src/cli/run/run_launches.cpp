#include "cli/run/run_launches.h"

#include <fmt/format.h>

#include "binary/container/demangle.h"
#include "cli/run/source_reader.h"
#include "device/virtual/fault_error.h"
#include "device/virtual/virtual_device.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

constexpr size_t k_shown_print = 4000;  // characters that are shown of what a stopped kernel printed

Error placed(Error error, const LaunchPlan& plan, size_t launch) {
  const std::vector<ResolvedLaunch>& launches = plan.resolved.launches;
  if (error.where.empty())
    error.where = plan.problem.place(launch < launches.size() ? launches[launch].line : plan.problem.entry_line);
  return error;
}

Error stop_error(const VirtualReport& report) {
  Error error = fault_error(*report.program, report.result.faults.front());
  const std::string& printed = report.result.printed;
  if (!printed.empty()) error.details += "  printed until then:\n" + printed.substr(0, k_shown_print);
  return error;
}

class CountedRun {
 public:
  CountedRun(const LaunchPlan& plan, StagedProblem& staged, VirtualDevice& device)
      : plan_(plan), staged_(staged), device_(device) {}

  Result<std::vector<LaunchView>> run() {
    std::vector<LaunchView> views;
    TRY_VOID(fill());
    for (size_t i = 0; i < staged_.launches().size(); ++i) {
      const Launch& launch = staged_.launches()[i];
      const auto report = device_.run(launch, {plan_.settings.checks, true, blocks_to_run(i)});
      if (!report) return placed(report.error(), plan_, i);
      const bool checked = plan_.settings.checks.any();
      if (!checked && !report->result.faults.empty()) return stop_error(*report);
      views.push_back(collect_launch(launch, *report, {plan_.flags.counters, plan_.flags.lines},
                                     source_reader(plan_.problem, plan_.context.files)));
      if (report->time && plan_.advise) views.back().actions = plan_.advise(launch, *report);
      if (!report->result.finished) break;
    }
    return views;
  }

 private:
  Result<void> fill() {
    const auto threads = static_cast<unsigned>(plan_.flags.threads);
    TRY_VOID(staged_.fill({static_cast<uint64_t>(plan_.flags.seed), threads}, plan_.context.files));
    if (plan_.settings.checks.init) forget_poison();
    return {};
  }

  // Poison that whet wrote does not count as initialised.
  void forget_poison() {
    for (size_t i = 0; i < plan_.resolved.arguments.size(); ++i) {
      const ResolvedArgument& argument = plan_.resolved.arguments[i];
      if (argument.is_scalar || argument.role == ArgumentRole::in || argument.role == ArgumentRole::inout) continue;
      vgpu::Allocation* const allocation = device_.memory().find(staged_.address(i));
      allocation->initialised.assign(allocation->initialised.size(), 0);
    }
  }

  uint64_t blocks_to_run(size_t index) const {
    const Launch& launch = staged_.launches()[index];
    const bool marks_are_needed = plan_.settings.checks.init && index > 0;
    if (plan_.flags.all_blocks || launch.shape.cooperative || marks_are_needed) return vgpu::k_all_blocks;
    return plan_.flags.sample > 0 ? static_cast<uint64_t>(plan_.flags.sample) : vgpu::k_as_needed;
  }

  const LaunchPlan& plan_;
  StagedProblem& staged_;
  VirtualDevice& device_;
};

}  // namespace

Result<std::vector<LaunchView>> run_counted(const LaunchPlan& plan, StagedProblem& staged, VirtualDevice& device,
                                            ArrayContents& outputs) {
  TRY(views, CountedRun(plan, staged, device).run());
  TRY(left, staged.outputs());
  outputs = std::move(left);
  return views;
}

Result<std::vector<LaunchView>> run_measured(const LaunchPlan& plan, StagedProblem& staged, Device& device,
                                             ArrayContents& outputs) {
  const DataOptions data{static_cast<uint64_t>(plan.flags.seed), static_cast<unsigned>(plan.flags.threads)};
  TRY_VOID(staged.fill(data, plan.context.files));
  for (size_t i = 0; i < staged.launches().size(); ++i) {
    if (auto done = device.launch(staged.launches()[i]); !done) return placed(done.error(), plan, i);
  }
  TRY(left, staged.outputs());
  outputs = std::move(left);
  std::vector<LaunchView> views;
  for (const Launch& launch : staged.launches()) {
    LaunchView view;
    view.is_host_function = plan.problem.is_host_function;
    view.kernel = demangle(launch.kernel);
    view.shape = launch.shape;
    view.blocks_run = view.grid_blocks = launch.shape.grid.count();
    TRY(time, device.time(launch));
    view.time = time;
    views.push_back(std::move(view));
  }
  return views;
}

}  // namespace whet
