#include "diagnose/run_numbers.h"

#include <algorithm>

#include "profile/virtual_profile.h"

namespace whet {

namespace {

constexpr double k_sector = 32, k_warp_lanes = 32, k_percent = 100;
constexpr double k_word_sectors = 4;  // of a request for one word of each lane

// Sectors that would be enough, from how many bytes of each sector were used.
OptionalNumber ideal_by_use(const RunKnowledge& run, OptionalNumber sectors, std::string_view bytes_per_sector) {
  const auto used = metric(run, bytes_per_sector);
  return sectors && used ? OptionalNumber(*sectors * std::min(1.0, *used / k_sector)) : std::nullopt;
}

}  // namespace

OptionalNumber metric(const RunKnowledge& run, std::string_view name) {
  if (run.asked) run.asked->emplace(name);
  return run.profile->metrics.find(name);
}

OptionalNumber metrics_sum(const RunKnowledge& run, std::initializer_list<std::string_view> names) {
  OptionalNumber sum;
  for (const std::string_view name : names) {
    if (const auto value = metric(run, name)) sum = sum.value_or(0) + *value;
  }
  return sum;
}

OptionalNumber quotient(OptionalNumber part, OptionalNumber whole) {
  return part && whole && *whole > 0 ? OptionalNumber(*part / *whole) : std::nullopt;
}

OptionalNumber share_of(const RunKnowledge& run, Resource resource) {
  return run.profile->shares ? OptionalNumber(run.profile->shares->share(resource)) : std::nullopt;
}

OptionalNumber load_sectors(const RunKnowledge& run) {
  return metric(run, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
}

OptionalNumber load_ideal_sectors(const RunKnowledge& run) {
  if (const auto counted = metric(run, k_load_ideal)) return counted;
  return ideal_by_use(run, load_sectors(run), "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio");
}

OptionalNumber store_sectors(const RunKnowledge& run) {
  return metric(run, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
}

OptionalNumber store_ideal_sectors(const RunKnowledge& run) {
  if (const auto counted = metric(run, k_store_ideal)) return counted;
  return ideal_by_use(run, store_sectors(run), "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio");
}

OptionalNumber shared_wavefronts(const RunKnowledge& run) {
  return metrics_sum(run, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"});
}

OptionalNumber shared_ideal_wavefronts(const RunKnowledge& run) {
  if (const auto counted = metric(run, k_shared_ideal)) return counted;
  const auto all = shared_wavefronts(run);
  const auto conflicts = metrics_sum(run, {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                                           "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"});
  return all && conflicts ? OptionalNumber(std::max(0.0, *all - *conflicts)) : std::nullopt;
}

OptionalNumber local_sectors(const RunKnowledge& run) {
  // Spills are seen in the machine code alone.
  const auto accesses = metric(run, k_local_accesses);
  const auto counted = metrics_sum(
      run, {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"});
  if (!accesses) return counted;
  return std::max(counted.value_or(0), k_word_sectors * *accesses);
}

OptionalNumber dram_bytes(const RunKnowledge& run) {
  return metrics_sum(run, {"dram__bytes_read.sum", "dram__bytes_write.sum"});
}

OptionalNumber footprint_bytes(const RunKnowledge& run) {
  return run.must_move_bytes ? run.must_move_bytes : run.array_bytes;
}

OptionalNumber stall_share(const RunKnowledge& run, std::string_view reason) {
  if (run.asked)
    run.asked->insert("smsp__average_warps_issue_stalled_" + std::string(reason) + "_per_issue_active.ratio");
  const Stalls stalls = stalls_of(run.profile->metrics);
  if (stalls.empty()) return std::nullopt;
  const auto own = stalls.find(reason);
  return own == stalls.end() ? 0 : own->second;
}

OptionalNumber lanes_active(const RunKnowledge& run) {
  const auto lanes = metric(run, "smsp__thread_inst_executed_per_inst_executed.ratio");
  return lanes ? OptionalNumber(*lanes / k_warp_lanes) : std::nullopt;
}

OptionalNumber warps_active(const RunKnowledge& run) {
  if (const auto achieved = metric(run, "sm__warps_active.avg.pct_of_peak_sustained_active"))
    return *achieved / k_percent;
  const auto possible = metric(run, "sm__maximum_warps_per_active_cycle_pct");
  const auto waves = metric(run, "launch__waves_per_multiprocessor");
  if (!possible) return std::nullopt;
  return *possible / k_percent * std::min(1.0, waves.value_or(1));
}

OptionalNumber bytes_a_lane(const RunKnowledge& run) {
  const auto requests = metrics_sum(
      run, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"});
  const auto loads = load_ideal_sectors(run), stores = store_ideal_sectors(run);
  if (!loads && !stores) return std::nullopt;
  return quotient((loads.value_or(0) + stores.value_or(0)) * k_sector / k_warp_lanes, requests);
}

}  // namespace whet
