#include "describe/touched_run.h"

#include "device/open/open_device.h"
#include "device/virtual/fault_error.h"
#include "device/virtual/virtual_module.h"
#include "problem/build.h"
#include "vgpu/check/touch_record.h"

namespace whet {

namespace {

constexpr uint64_t k_most_of_warp = 1 << 20;  // instructions

ArrayUse use_of(const vgpu::TouchedArray& touched, uint64_t element) {
  const auto elements = [&](uint64_t bytes) { return static_cast<int64_t>((bytes + element - 1) / element); };
  return {elements(touched.read_end), elements(touched.write_end), elements(touched.read_bytes),
          elements(touched.written_bytes)};
}

// Making arrays and starting a launch costs as much as some instructions.
constexpr double k_work_of_launch = 1 << 14;

double executed_in(const vgpu::Counts& counts) {
  double total = 0;
  for (const vgpu::ExecutionCount& each : counts.instructions) total += static_cast<double>(each.warps);
  return total;
}

}  // namespace

Result<TouchedRuns> TouchedRuns::open(const Problem& problem, Compiler& compiler, const Knowledge& knowledge,
                                      uint64_t most_instructions) {
  TouchedRuns runs;
  VirtualOptions options;
  options.threads = 1;
  options.budget = k_most_of_warp;
  options.launch_budget = most_instructions;
  TRY(device, open_virtual_device("virtual", options, knowledge));
  runs.device_ = std::move(device);
  TRY(resolved, resolve_case(problem, problem.cases.front()));
  CompileRequest request = compile_request(problem, resolved, {runs.device_->facts().architecture});
  request.exact = request.machine_code = false;
  TRY(builds, compiler.compile(request));
  runs.build_ = std::move(builds.front());
  return runs;
}

Result<StagedProblem> TouchedRuns::stage(const Problem& problem, const ResolvedCase& resolved,
                                         const FileSystem& files) {
  Placement placement;
  placement.protects_inputs = false;
  TRY(staged, StagedProblem::stage(problem, resolved, build_, *device_, placement, module_));
  module_ = staged.module();
  TRY_VOID(staged.fill({1, 1}, files));
  return staged;
}

Result<double> TouchedRuns::counted(const Problem& problem, const std::map<std::string, int64_t>& sizes,
                                    const FileSystem& files,
                                    const std::function<Result<double>(const VirtualReport&)>& count) {
  ResolveOptions options;
  options.dims = sizes;
  TRY(resolved, resolve_case(problem, problem.cases.front(), options));
  TRY(staged, stage(problem, resolved, files));
  double total = 0;
  for (const Launch& launch : staged.launches()) {
    TRY(report, device_->run(launch, {}));
    work_ += k_work_of_launch + executed_in(report.result.counts);
    TRY(more, count(report));
    total += more;
  }
  return total;
}

Result<double> TouchedRuns::instructions(const Problem& problem, const std::map<std::string, int64_t>& sizes,
                                         const FileSystem& files) {
  return counted(problem, sizes, files,
                 [](const VirtualReport& report) -> Result<double> { return executed_in(report.result.counts); });
}

Result<double> TouchedRuns::flops(const Problem& problem, const std::map<std::string, int64_t>& sizes,
                                  const FileSystem& files) {
  return counted(problem, sizes, files, [](const VirtualReport& report) -> Result<double> {
    if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
    return vgpu::flops(*report.program, report.grid, nullptr, nullptr).total();
  });
}

Result<TouchedRun> TouchedRuns::run(const Problem& problem, const std::map<std::string, int64_t>& sizes,
                                    const FileSystem& files) {
  ResolveOptions options;
  options.dims = sizes;
  TRY(resolved, resolve_case(problem, problem.cases.front(), options));
  TRY(staged, stage(problem, resolved, files));
  vgpu::TouchRecord record;
  TouchedRun result;
  for (const Launch& launch : staged.launches()) {
    TRY(done, device_->watch(launch, record.watch(), k_most_of_warp));
    work_ += k_work_of_launch + executed_in(done.counts);
    if (done.faults.empty()) continue;
    auto* const module = dynamic_cast<VirtualModule*>(launch.module.get());
    TRY(program, module->loaded().program(launch.kernel));
    return fault_error(*program, done.faults.front());
  }
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (argument.is_scalar || argument.is_variable) continue;
    const vgpu::Allocation* const allocation = device_->memory().find(staged.address(i));
    if (allocation) result.arrays[argument.name] = use_of(record.array(allocation->base), bytes_of(argument.type));
  }
  result.dims = resolved.dims;
  result.grid = resolved.launches.front().grid;
  result.block = resolved.launches.front().block;
  return result;
}

}  // namespace whet
