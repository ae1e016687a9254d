#include "device/staged_problem.h"
#include "device/virtual/fault_error.h"
#include "diagnose/measured_run.h"
#include "profile/virtual_profile.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

Result<TwinLaunch> count_one(const Launch& launch, VirtualDevice& twin) {
  TRY(report, twin.run(launch, {{}, true, vgpu::k_as_needed}));
  if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
  TRY(profile, virtual_profile(launch, report, twin.facts()));
  TwinLaunch counted;
  counted.profile = std::move(profile);
  counted.lines = count_lines(report);
  counted.has_machine_code = report.machine.has_value();
  return counted;
}

Result<void> count_all(const DiagnoseRequest& request, VirtualDevice& twin, const FileSystem& files,
                       std::vector<TwinLaunch>& launches) {
  TRY(staged, StagedProblem::stage(request.problem, request.resolved, request.build, twin));
  TRY_VOID(staged.fill({1, 0}, files));
  for (size_t i = 0; i < launches.size(); ++i) {
    TRY(counted, count_one(staged.launches()[i], twin));
    launches[i] = std::move(counted);
  }
  return {};
}

}  // namespace

std::vector<TwinLaunch> count_on_twin(const DiagnoseRequest& request, const MeasurePlan& plan,
                                      const FileSystem& files) {
  std::vector<TwinLaunch> launches(request.resolved.launches.size());
  const auto counted = plan.twin ? count_all(request, *plan.twin, files, launches) : Result<void>(failed(plan.no_twin));
  if (counted) return launches;
  for (TwinLaunch& each : launches) {
    if (!each.profile) each.trouble = counted.error().what;
  }
  return launches;
}

}  // namespace whet
