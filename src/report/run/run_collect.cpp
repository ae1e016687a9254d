// Collects a RunView from the report of the virtual GPU.
#include <algorithm>
#include <cmath>

#include "binary/container/demangle.h"
#include "report/run/run_view.h"
#include "vgpu/program/fault_text.h"
#include "vgpu/sass/access_groups.h"

namespace whet {

namespace {

double real(uint64_t count) {
  return static_cast<double>(count);
}

std::vector<FindingView> finding_views(const VirtualReport& report) {
  std::vector<FindingView> views;
  for (const vgpu::Fault& fault : report.result.faults) {
    views.push_back({vgpu::fault_text(fault, *report.program), vgpu::source_place(*report.program, fault.instruction)});
  }
  return views;
}

struct NamedGroup {
  vgpu::AccessGroup group;
  const char* name;
};
constexpr NamedGroup k_groups[] = {
    {vgpu::AccessGroup::global_load, "global loads"},     {vgpu::AccessGroup::global_store, "global stores"},
    {vgpu::AccessGroup::global_atomic, "global atomics"}, {vgpu::AccessGroup::global_reduction, "global reductions"},
    {vgpu::AccessGroup::async_copy, "async copies"},      {vgpu::AccessGroup::local_load, "local loads"},
    {vgpu::AccessGroup::local_store, "local stores"},     {vgpu::AccessGroup::shared_load, "shared loads"},
    {vgpu::AccessGroup::matrix_load, "matrix loads"},     {vgpu::AccessGroup::shared_store, "shared stores"},
    {vgpu::AccessGroup::shared_atomic, "shared atomics"},
};

void add_accesses(LaunchView& view, const vgpu::AccessTotals& totals) {
  for (const NamedGroup& named : k_groups) {
    const vgpu::AccessCount& count = totals[named.group];
    if (count.requests == 0) continue;
    view.accesses.push_back({named.name, real(count.requests), real(count.sectors), real(count.ideal_sectors),
                             real(count.wavefronts), real(count.ideal_wavefronts)});
  }
  const vgpu::AccessCount &global = totals[vgpu::AccessGroup::global_load],
                          &local = totals[vgpu::AccessGroup::local_load];
  if (const double sectors = real(global.sectors + local.sectors); sectors > 0)
    view.l1_hit_rate = real(global.l1_hits + local.l1_hits) / sectors;
  double hits = 0, all = 0;
  for (const vgpu::AccessCount& count : totals.groups) {
    hits += real(count.l2_hits);
    all += real(count.l2_reads + count.l2_writes);
  }
  if (all > 0) view.l2_hit_rate = hits / all;
}

void add_execution(LaunchView& view, const VirtualReport& report) {
  double lanes = 0;
  const auto add = [&](double warps, double active) {
    view.warp_instructions += warps;
    lanes += active;
  };
  if (report.machine) {
    for (const auto& count : report.machine->instructions) add(count.warps, count.lanes);
  } else {
    for (const auto& count : report.grid.instructions) add(real(count.warps), real(count.lanes));
  }
  if (view.warp_instructions > 0) view.lanes_active = lanes / (k_lanes_of_warp * view.warp_instructions);
  for (uint32_t i = 0; i < report.grid.instructions.size(); ++i) {
    const std::string& opcode = report.program->instruction(i).opcode;
    if (opcode != "bra" && opcode != "brx") continue;
    view.branches += real(report.grid.instructions[i].warps);
    view.diverged += real(report.grid.diverged[i]);
  }
}

// The type that most tensor operations have.
Math tensor_math(const vgpu::TimeFeatures& features) {
  const std::pair<double, Math> kinds[] = {{features.mma_f16 + features.group_f16, Math::fp16_tensor},
                                           {features.mma_tf32 + features.group_tf32, Math::tf32_tensor},
                                           {features.mma_f8 + features.group_f8, Math::fp8_tensor},
                                           {features.mma_i8 + features.group_i8, Math::int8_tensor},
                                           {features.mma_f64, Math::fp64_tensor}};
  return std::max_element(std::begin(kinds), std::end(kinds))->second;
}

std::optional<Math> main_math(const vgpu::Flops& flops, const vgpu::TimeFeatures& features) {
  const double most = std::max({flops.tensor, flops.fp32, flops.fp64, flops.fp16});
  if (most == 0 || most == flops.fp16) return std::nullopt;  // data sheets have no peak of plain half arithmetic
  if (most == flops.tensor) return tensor_math(features);
  return most == flops.fp32 ? Math::fp32 : Math::fp64;
}

}  // namespace

size_t RunView::findings() const {
  size_t sum = 0;
  for (const LaunchView& launch : launches) sum += launch.findings.size();
  return sum;
}

std::optional<Time> RunView::time() const {
  Time sum;
  for (const LaunchView& launch : launches) {
    if (!launch.time) return std::nullopt;
    sum.seconds += launch.time->seconds;
    sum.low_seconds += launch.time->low_seconds;
    sum.high_seconds += launch.time->high_seconds;
    sum.origin = launch.time->origin;
  }
  return launches.empty() ? std::nullopt : std::optional(sum);
}

LaunchView collect_launch(const Launch& launch, const VirtualReport& report, const LaunchDetail& detail,
                          const SourceText& source_of) {
  LaunchView view;
  view.kernel = demangle(launch.kernel);
  view.shape = launch.shape;
  view.blocks_run = report.result.counts.blocks;
  view.grid_blocks = launch.shape.grid.count();
  view.finished = report.result.finished;
  for (const vgpu::Fault& fault : report.result.faults) view.never_ends |= vgpu::never_ends(fault.kind);
  view.printed = report.result.printed;
  view.findings = finding_views(report);
  view.unwatched = report.result.unwatched;
  view.occupancy = report.occupancy;
  if (report.occupancy.fraction > 0)
    view.most_warps = static_cast<int>(std::lround(report.occupancy.warps / report.occupancy.fraction));
  view.registers = report.registers;
  view.shared_bytes = report.shared_bytes;
  if (!report.time) return view;
  view.estimate = report.time;
  view.time = Time{report.time->seconds, report.time->low_seconds, report.time->high_seconds, Origin::modelled};
  const vgpu::MachineCounts* const machine = report.machine ? &*report.machine : nullptr;
  add_accesses(view, vgpu::access_totals(*report.program, report.grid, machine, report.code.get()));
  add_execution(view, report);
  view.dram_bytes = real(report.grid.dram_read_bytes + report.grid.dram_write_bytes);
  view.flops = vgpu::flops(*report.program, report.grid, machine, report.code.get());
  view.math = main_math(view.flops, report.features);
  if (detail.counters) view.counters = group_counters(report.metrics);
  if (detail.lines) view.lines = collect_lines(report, source_of);
  return view;
}

std::vector<CeilingShare> ceiling_shares(const RunView& view, const ResolvedCase& resolved, const Gpu& gpu) {
  const auto time = view.time();
  if (!time || time->seconds <= 0) return {};
  double dram = 0, flops = 0;
  std::optional<Math> math;
  for (const LaunchView& launch : view.launches) {
    dram += launch.dram_bytes;
    if (launch.flops.total() > flops && launch.math) math = launch.math;
    flops += launch.flops.total();
  }
  std::vector<CeilingShare> shares;
  const auto add = [&](std::string name, const std::optional<double>& declared, double counted,
                       const std::optional<Rate>& rate, bool is_derived) {
    const double work = declared.value_or(counted);
    if (!rate || work <= 0) return;
    const Origin origin = !declared ? Origin::counted : is_derived ? Origin::derived : Origin::declared;
    shares.push_back({std::move(name), work, origin, work / time->seconds, *rate});
  };
  const Ceilings limits = ceilings(gpu);
  add("DRAM bandwidth", resolved.bytes, dram, limits.dram, resolved.is_bytes_derived);
  if (!math && resolved.flops.value_or(0) > 0) math = Math::fp32;
  if (math)
    add(std::string(math_name(*math)) + " peak", resolved.flops, flops, limits.peak(*math), resolved.is_flops_derived);
  return shares;
}

}  // namespace whet
