#include "hardware/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace whet {

namespace {

int64_t ceil_div(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}
int64_t round_up(int64_t a, int64_t unit) {
  return ceil_div(a, unit) * unit;
}

int64_t warps_per_block(const BlockUse& use, const SmLimits& limits) {
  return ceil_div(use.threads, limits.warp_size);
}

int64_t registers_per_warp(const BlockUse& use, const SmLimits& limits) {
  return round_up(int64_t{use.registers} * limits.warp_size, limits.register_unit);
}

int64_t shared_allocated(const BlockUse& use, const SmLimits& limits) {
  return round_up(int64_t{use.shared_bytes} + limits.shared_reserved_per_block, limits.shared_unit);
}

int shared_allowed(const BlockUse& use, const SmLimits& limits) {
  return use.shared_opt_in ? limits.shared_per_block_optin : limits.shared_per_block_default;
}

int64_t blocks_by_threads(const BlockUse& use, const SmLimits& limits) {
  return limits.max_warps / warps_per_block(use, limits);
}

// Each sub-partition has its own registers, so warps are rounded down per sub-partition.
int64_t blocks_by_registers(const BlockUse& use, const SmLimits& limits) {
  const int64_t per_partition = limits.registers / limits.sub_partitions / registers_per_warp(use, limits);
  return per_partition * limits.sub_partitions / warps_per_block(use, limits);
}

// The smallest shared memory configuration of the SM that holds `bytes`.
int64_t capacity_for(int64_t bytes, const SmLimits& limits) {
  const auto& sizes = limits.shared_capacities;
  const auto found = std::lower_bound(sizes.begin(), sizes.end(), bytes);
  return found == sizes.end() ? limits.shared_bytes : *found;
}

// A carve-out preference too small for one block is raised to what that block needs.
int64_t blocks_by_shared(const BlockUse& use, const SmLimits& limits) {
  const int64_t allocated = shared_allocated(use, limits);
  const int percent = use.carve_out < 0 ? 100 : use.carve_out;
  const int64_t preferred = capacity_for(int64_t{limits.shared_bytes} * percent / 100, limits);
  return (preferred >= allocated ? preferred : capacity_for(allocated, limits)) / allocated;
}

int64_t blocks_by_barriers(const BlockUse& use, const SmLimits& limits) {
  return limits.barrier_slots / use.barriers;
}

bool uses_barriers(const BlockUse& use, const SmLimits& limits) {
  return use.barriers > 0 && limits.barrier_slots > 0;
}

Error cannot_run(std::string what, std::string mend) {
  return bad_input("the block cannot run: " + what, {}, std::move(mend));
}

Result<void> check_sizes(const BlockUse& use, const SmLimits& limits) {
  if (use.threads <= 0 || use.threads > limits.max_threads_per_block) {
    return cannot_run(fmt::format("{} threads, the limit is 1 to {}", use.threads, limits.max_threads_per_block),
                      "change the block size");
  }
  if (use.registers < 0 || use.shared_bytes < 0 || use.barriers < 0 || use.carve_out < -1 || use.carve_out > 100) {
    return cannot_run("a negative resource, or a carve-out above 100 %", "give sizes from 0, a carve-out of -1 to 100");
  }
  return {};
}

Result<void> check_registers(const BlockUse& use, const SmLimits& limits) {
  // Registers are compared in allocation units: 255 registers occupy 256.
  const int64_t allocatable =
      round_up(int64_t{limits.max_registers_per_thread} * limits.warp_size, limits.register_unit);
  if (registers_per_warp(use, limits) > allocatable) {
    return cannot_run(
        fmt::format("{} registers a thread, the limit is {}", use.registers, limits.max_registers_per_thread),
        "save registers, or cap them with -maxrregcount or __launch_bounds__");
  }
  // The hardware checks as if every sub-partition held as many of the block's warps as the fullest one.
  const int64_t warps = round_up(warps_per_block(use, limits), limits.sub_partitions);
  const int64_t needed = registers_per_warp(use, limits) * warps;
  if (needed > limits.registers_per_block) {
    return cannot_run(fmt::format("{} threads of {} registers need {} registers, the limit is {} a block", use.threads,
                                  use.registers, needed, limits.registers_per_block),
                      "use fewer threads or registers; __launch_bounds__ makes the compiler save them");
  }
  return {};
}

Result<void> check_shared_and_barriers(const BlockUse& use, const SmLimits& limits) {
  const int allowed = shared_allowed(use, limits);
  if (shared_allocated(use, limits) > int64_t{allowed} + limits.shared_reserved_per_block) {
    const bool opting_in_helps = !use.shared_opt_in && use.shared_bytes <= limits.shared_per_block_optin;
    return cannot_run(
        fmt::format("{} bytes of shared memory, the limit is {} a block{}", use.shared_bytes, allowed,
                    use.shared_opt_in ? "" : " without opting in to more"),
        opting_in_helps ? "opt in with cudaFuncAttributeMaxDynamicSharedMemorySize" : "use less shared memory");
  }
  if (uses_barriers(use, limits) && use.barriers > limits.barrier_slots) {
    return cannot_run(fmt::format("{} barriers, the SM has {}", use.barriers, limits.barrier_slots),
                      "use fewer barriers");
  }
  return {};
}

std::vector<std::pair<Limiter, int>> blocks_by_resource(const BlockUse& use, const SmLimits& limits) {
  std::vector<std::pair<Limiter, int>> blocks;
  const auto add = [&](Limiter limiter, int64_t count) { blocks.emplace_back(limiter, static_cast<int>(count)); };
  add(Limiter::threads, blocks_by_threads(use, limits));
  if (use.registers > 0) add(Limiter::registers, blocks_by_registers(use, limits));
  if (shared_allocated(use, limits) > 0) add(Limiter::shared_memory, blocks_by_shared(use, limits));
  add(Limiter::block_slots, limits.max_blocks);
  if (uses_barriers(use, limits)) add(Limiter::barriers, blocks_by_barriers(use, limits));
  return blocks;
}

// Lowers `field` of `use` to multiples of `step`, not below `least`, until `reached`; nothing when it need not change.
template <typename Reached>
std::optional<int> lower_until(BlockUse& use, int BlockUse::* field, int step, int least, Reached reached) {
  const int before = use.*field;
  while (!reached() && use.*field > least && (use.*field - 1) / step * step >= least) {
    use.*field = (use.*field - 1) / step * step;
  }
  return use.*field == before ? std::nullopt : std::optional(use.*field);
}

// The largest smaller block size at which `blocks` blocks fit.
std::optional<int> threads_for(BlockUse use, const SmLimits& limits, int blocks) {
  const auto fits = [&] {
    const Result<Occupancy> reached = occupancy(use, limits);
    return reached && reached->blocks >= blocks;
  };
  const std::optional<int> threads = lower_until(use, &BlockUse::threads, limits.warp_size, 1, fits);
  return fits() ? threads : std::nullopt;
}

}  // namespace

std::string_view limiter_name(Limiter limiter) {
  switch (limiter) {
    case Limiter::threads:
      return "threads";
    case Limiter::registers:
      return "registers";
    case Limiter::shared_memory:
      return "shared memory";
    case Limiter::block_slots:
      return "block slots";
    case Limiter::barriers:
      return "barriers";
  }
  return "";
}

Result<Occupancy> occupancy(const BlockUse& use, const SmLimits& limits) {
  TRY_VOID(check_sizes(use, limits));
  TRY_VOID(check_registers(use, limits));
  TRY_VOID(check_shared_and_barriers(use, limits));
  Occupancy result;
  result.limits = blocks_by_resource(use, limits);
  const auto least = std::min_element(result.limits.begin(), result.limits.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto warps = static_cast<int>(warps_per_block(use, limits));
  result.limited_by = least->first;
  result.blocks = least->second;
  result.warps = result.blocks * warps;
  result.fraction = static_cast<double>(result.warps) / limits.max_warps;
  result.registers_per_block = static_cast<int>(registers_per_warp(use, limits) * warps);
  result.shared_per_block = static_cast<int>(shared_allocated(use, limits));
  return result;
}

std::optional<NextBlock> next_block(const BlockUse& use, const SmLimits& limits) {
  const Result<Occupancy> now = occupancy(use, limits);
  if (!now || now->blocks >= limits.max_blocks) return std::nullopt;
  NextBlock next{.blocks = now->blocks + 1};
  const auto enough = [&](int64_t blocks) { return blocks >= next.blocks; };
  BlockUse less = use;
  next.threads = lower_until(less, &BlockUse::threads, limits.warp_size, 1,
                             [&] { return enough(blocks_by_threads(less, limits)); });
  next.registers = lower_until(less, &BlockUse::registers, 1, 1,
                               [&] { return less.registers == 0 || enough(blocks_by_registers(less, limits)); });
  next.shared_bytes = lower_until(less, &BlockUse::shared_bytes, limits.shared_unit, 0, [&] {
    return shared_allocated(less, limits) == 0 || enough(blocks_by_shared(less, limits));
  });
  next.barriers = lower_until(less, &BlockUse::barriers, 1, 0,
                              [&] { return !uses_barriers(less, limits) || enough(blocks_by_barriers(less, limits)); });
  const Result<Occupancy> then = occupancy(less, limits);
  if (!then || !enough(then->blocks)) return std::nullopt;
  next.threads_alone = threads_for(use, limits, next.blocks);
  return next;
}

std::vector<SharedCliff> shared_cliffs(const SmLimits& limits) {
  std::vector<SharedCliff> cliffs;
  for (int blocks = 1; blocks <= limits.max_blocks; ++blocks) {
    const int share = limits.shared_bytes / blocks / limits.shared_unit * limits.shared_unit;
    const int bytes = std::min(share - limits.shared_reserved_per_block, limits.shared_per_block_optin);
    if (bytes >= 0) cliffs.push_back({blocks, bytes});
  }
  return cliffs;
}

std::vector<OccupancyPoint> occupancy_curve(const BlockUse& use, const SmLimits& limits) {
  std::vector<OccupancyPoint> points;
  BlockUse sized = use;
  for (sized.threads = limits.warp_size; sized.threads <= limits.max_threads_per_block;
       sized.threads += limits.warp_size) {
    const Result<Occupancy> reached = occupancy(sized, limits);
    points.push_back({sized.threads, reached ? std::optional(*reached) : std::nullopt});
  }
  return points;
}

}  // namespace whet
