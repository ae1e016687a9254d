#include "cli/run/record_reach.h"

#include <initializer_list>
#include <utility>

#include "hardware/ceilings.h"
#include "judge/timing/target.h"
#include "vgpu/time/time_model.h"

namespace whet {

namespace {

// Sums of metrics over all launches; nothing if no launch has any.
std::optional<double> counted_sum(const std::vector<LaunchRecord>& launches,
                                  std::initializer_list<std::pair<const char*, double>> metrics) {
  std::optional<double> sum;
  for (const LaunchRecord& launch : launches) {
    for (const auto& [name, factor] : metrics) {
      if (const auto value = launch.profile.metrics.find(name)) sum = sum.value_or(0) + factor * *value;
    }
  }
  return sum;
}

constexpr double k_sector_bytes = 32, k_wavefront_bytes = 128;

// What was counted at each level, whatever is declared.
ReachableWork counted_levels(const std::vector<LaunchRecord>& launches) {
  const auto counted = [&](std::initializer_list<std::pair<const char*, double>> metrics) -> std::optional<WorkAmount> {
    const auto sum = counted_sum(launches, metrics);
    return sum ? std::optional(WorkAmount{*sum, WorkOrigin::counted}) : std::nullopt;
  };
  ReachableWork work;
  work.dram = counted({{"dram__bytes_read.sum", 1}, {"dram__bytes_write.sum", 1}});
  work.l2 = counted({{"lts__t_sectors_srcunit_tex.sum", k_sector_bytes}});
  work.shared = counted({{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", k_wavefront_bytes},
                         {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", k_wavefront_bytes}});
  work.operations = counted({{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
                             {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1},
                             {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2}});
  return work;
}

// Of a single launch.
std::optional<GridUse> grid_of(const std::vector<LaunchRecord>& launches, const Gpu& gpu) {
  const auto sms = gpu.product.number("sm_count");
  if (launches.size() != 1 || !sms) return std::nullopt;
  const Profile& profile = launches.front().profile;
  if (!profile.shape) return std::nullopt;
  GridUse grid{.blocks = profile.shape->grid.count(), .sms = static_cast<int>(*sms)};
  const double waves = profile.metrics.find("launch__waves_per_multiprocessor").value_or(0);
  if (waves > 0) grid.blocks_per_sm = static_cast<int>(static_cast<double>(grid.blocks) / (*sms * waves) + 0.5);
  return grid;
}

}  // namespace

void add_reach(const DiagnosisRecord& record, const Gpu& gpu, const Knowledge& knowledge, DiagnoseView& view) {
  const std::vector<LaunchRecord>& launches = record.launches;
  const auto seconds = view.seconds();
  const auto model = vgpu::time_parameters(gpu, knowledge);
  if (!seconds || !model) return;
  const Ceilings limits = ceilings(gpu);
  const ReachableWork levels = counted_levels(launches);
  const double launch =
      gpu.measured && gpu.measured->launch_seconds ? *gpu.measured->launch_seconds : model->launch_seconds;
  const auto amount = [](const std::optional<WorkAmount>& work) {
    return work ? std::optional(work->amount) : std::nullopt;
  };
  const ReachableWork work =
      reachable_work(record.work.value_or(FloorInput{}), limits, amount(levels.dram), amount(levels.operations));
  view.reach = {reachable(work, limits, launch * static_cast<double>(launches.size()), grid_of(launches, gpu)),
                *seconds};
  view.levels = reachable(levels, limits, 0).parts;
}

}  // namespace whet
