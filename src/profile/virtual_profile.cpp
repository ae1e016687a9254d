#include "profile/virtual_profile.h"

#include <algorithm>

#include "binary/container/demangle.h"
#include "hardware/ceilings.h"
#include "profile/code_idioms.h"
#include "profile/stalls.h"
#include "vgpu/sass/access_groups.h"

namespace whet {

namespace {

using Group = vgpu::AccessGroup;

constexpr double k_nanoseconds = 1e9, k_percent = 100;

double real(uint64_t count) {
  return static_cast<double>(count);
}

// Adds the metrics of one launch, each from what the report has.
class VirtualMetrics {
 public:
  VirtualMetrics(const Launch& launch, const VirtualReport& report, const DeviceFacts& device, MetricSet& metrics)
      : launch_(launch), report_(report), device_(device), metrics_(metrics) {}

  void add_all() {
    for (const vgpu::NamedCount& each : report_.metrics) counted(std::string(each.name), each.value);
    add_launch();
    add_accesses();
    add_execution();
    add_balance();
    add_times();
    add_stalls();
  }

 private:
  void counted(std::string name, double value) { metrics_.set(std::move(name), value, Origin::counted); }
  void modelled(std::string name, double value) { metrics_.set(std::move(name), value, Origin::modelled); }

  void add_launch() {
    counted("launch__grid_size", real(launch_.shape.grid.count()));
    counted("launch__block_size", real(launch_.shape.block.count()));
    counted("launch__registers_per_thread", report_.registers);
    counted("launch__shared_mem_per_block", real(report_.shared_bytes));
    counted("launch__waves_per_multiprocessor", report_.time->waves);
    counted("sm__maximum_warps_per_active_cycle_pct", k_percent * report_.occupancy.fraction);
  }

  void add_accesses() {
    const vgpu::MachineCounts* const machine = report_.machine ? &*report_.machine : nullptr;
    const vgpu::AccessTotals totals = access_totals(*report_.program, report_.grid, machine, report_.code.get());
    const vgpu::AccessCount &load = totals[Group::global_load], &local = totals[Group::local_load],
                            &store = totals[Group::global_store];
    counted(k_load_ideal, real(load.ideal_sectors + totals[Group::async_copy].ideal_sectors));
    counted(k_store_ideal, real(store.ideal_sectors));
    double ideal = 0, hits = 0, all = 0;
    for (const Group group : {Group::shared_load, Group::matrix_load, Group::shared_store, Group::shared_atomic})
      ideal += real(totals[group].ideal_wavefronts);
    counted(k_shared_ideal, ideal);
    if (const double sectors = real(load.sectors + local.sectors); sectors > 0)
      counted("l1tex__t_sector_hit_rate.pct", k_percent * real(load.l1_hits + local.l1_hits) / sectors);
    for (const vgpu::AccessCount& count : totals.groups) {
      hits += real(count.l2_hits);
      all += real(count.l2_reads + count.l2_writes);
    }
    if (all > 0) counted("lts__t_sector_hit_rate.pct", k_percent * hits / all);
    counted(k_hottest_atomics, real(report_.grid.hottest.lanes));
  }

  void add_execution() {
    double diverged = 0, branches = 0;
    for (uint32_t i = 0; i < report_.grid.instructions.size(); ++i) {
      const std::string& opcode = report_.program->instruction(i).opcode;
      if (opcode != "bra" && opcode != "brx") continue;
      branches += real(report_.grid.instructions[i].warps);
      diverged += real(report_.grid.diverged[i]);
    }
    counted(k_branches, branches);
    counted(k_diverged, diverged);
    const auto warps = metrics_.find("smsp__inst_executed.sum"),
               lanes = metrics_.find("smsp__thread_inst_executed.sum");
    if (warps && lanes && *warps > 0) counted("smsp__thread_inst_executed_per_inst_executed.ratio", *lanes / *warps);
    if (report_.machine) add_idioms();
  }

  void add_idioms() {
    double divisions = 0, checked = 0, barriers = 0, local = 0;
    for (size_t i = 0; i < report_.code->instructions.size(); ++i) {
      const Instruction& in = report_.code->instructions[i];
      const double warps = report_.machine->instructions[i].warps;
      divisions += starts_integer_division(in) ? warps : 0;
      checked += checks_float_division(in) ? warps : 0;
      barriers += is_block_barrier(in) ? warps : 0;
      local += accesses_local_memory(in) ? warps : 0;
    }
    counted(k_int_divisions, divisions);
    counted(k_float_divisions, checked);
    counted(k_barriers, barriers);
    counted(k_local_accesses, local);
  }

  void add_balance() {
    double sum = 0, most = 0, blocks = 0;
    for (const vgpu::WorkRange& range : report_.grid.work.ranges()) {
      sum += real(range.sum.instructions);
      most = std::max(most, real(range.most.instructions));
      blocks += real(range.blocks);
    }
    if (sum > 0) counted(k_block_imbalance, most * blocks / sum);
    modelled(k_tail, report_.time->tail);
  }

  void add_times() {
    const double seconds = report_.time->seconds;
    modelled("gpu__time_duration.sum", seconds * k_nanoseconds);
    const auto peak = sheet_ceilings(device_.gpu).dram;
    const double bytes = real(report_.grid.dram_read_bytes + report_.grid.dram_write_bytes);
    if (peak && seconds > 0)
      modelled("dram__throughput.avg.pct_of_peak_sustained_elapsed", k_percent * bytes / seconds / peak->per_second);
    const auto issued = metrics_.find("smsp__inst_executed.sum");
    const double warps = real(report_.grid.warps);
    if (issued && warps > 0) counted("smsp__inst_executed.avg.per_warp", *issued / warps);
  }

  // What one warp alone waits for, for each instruction that it issues.
  void add_stalls() {
    const double warps = std::max(1.0, real(report_.grid.warps));
    const double issued = report_.features.issued / warps;
    if (issued <= 0) return;
    for (const vgpu::LatencyPart& part : report_.time->latency_parts) {
      const std::string_view reason = stall_of_part(part.name);
      if (!reason.empty())
        modelled("smsp__average_warps_issue_stalled_" + std::string(reason) + "_per_issue_active.ratio",
                 part.cycles / issued);
    }
  }

  const Launch& launch_;
  const VirtualReport& report_;
  const DeviceFacts& device_;
  MetricSet& metrics_;
};

TimeShares shares_of(const vgpu::TimeEstimate& estimate) {
  TimeShares shares;
  shares.exponent = estimate.exponent;
  shares.latency_exponent = estimate.latency_exponent;
  for (const vgpu::Bound& bound : estimate.bounds) {
    if (const auto resource = resource_named(bound.name)) shares.set(*resource, bound.share_of_time);
  }
  shares.launch = estimate.seconds > 0 ? estimate.launch_seconds / estimate.seconds : 0;
  return shares;
}

}  // namespace

Result<Profile> virtual_profile(const Launch& launch, const VirtualReport& report, const DeviceFacts& device) {
  if (!report.time) return failed("the launch of `" + demangle(launch.kernel) + "` was not counted to its end");
  Profile profile;
  profile.kernel = demangle(launch.kernel);
  profile.collector = "virtual GPU";
  profile.device = device.name;
  profile.sm = device.architecture.sm;
  profile.shape = launch.shape;
  VirtualMetrics(launch, report, device, profile.metrics).add_all();
  profile.shares = shares_of(*report.time);
  profile.unseen.push_back("times and shares are modelled; clocks, power and contention with other work are not seen");
  profile.unseen.push_back(
      "stalls are those of a warp that runs alone: waiting behind other warps is in the shares of the time only");
  if (!report.machine) profile.unseen.push_back("there is no machine code: counts are those of PTX");
  return profile;
}

}  // namespace whet
