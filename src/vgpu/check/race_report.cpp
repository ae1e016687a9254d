// How a race is reported.
#include <algorithm>
#include <bit>

#include "vgpu/check/race_check.h"
#include "vgpu/machine/finding.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

bool is_one_instruction(const Stamp& stamp, const Stamp& other) {
  return stamp.instruction == other.instruction && stamp.epoch == other.epoch;
}

const char* why(const Stamp& stamp, const Stamp& other, bool writes) {
  if (other.has(Stamp::in_flight)) return "the copy was not waited for";
  if (other.has(Stamp::copied) && stamp.same_warp(other)) return "only the thread that issued the copy waited for it";
  if (other.has(Stamp::copied)) return "no barrier since the copy was waited for";
  const bool both_strong = stamp.has(Stamp::strong) && other.has(Stamp::strong);
  if (stamp.block != other.block && both_strong) {
    const bool in_block = stamp.has(Stamp::block_scope) || other.has(Stamp::block_scope);
    return in_block ? "atomic only within a block" : "nothing makes the read wait for the other block";
  }
  if (stamp.block != other.block) return "nothing orders the two blocks";
  if (!stamp.same_warp(other)) return "no barrier between";
  return writes && is_one_instruction(stamp, other) ? "lanes of one instruction write different values"
                                                    : "no __syncwarp between";
}

}  // namespace

void RaceCheck::report(const WarpAccess& access, const Stamp& stamp, uint64_t address, const Stamp& other) {
  const bool copy = other.has(Stamp::copied) || stamp.has(Stamp::copied);
  if (!report_races_ && !(copy && report_copies_)) return;
  const bool is_of_warp = access.space == ptx::Space::shared && stamp.block == other.block && stamp.same_warp(other);
  if (in_step_ && is_of_warp && !copy && !is_one_instruction(stamp, other)) return;
  const FaultKind kind = copy && report_copies_               ? FaultKind::async_not_waited
                         : access.space == ptx::Space::shared ? FaultKind::shared_race
                                                              : FaultKind::global_race;
  const uint64_t here = line_key(*launch_.program, access.op.index),
                 there = line_key(*launch_.program, other.instruction);
  const auto [known, is_new] =
      reported_.try_emplace({kind, std::min(here, there), std::max(here, there)}, access.op.index);
  if (!is_new && launch_.faults.repeat(kind, known->second)) return;
  const int lane = std::countr_zero(stamp.lanes);
  Fault fault = finding(access.warp, access.op, kind, lane, access.space, address, access.width);
  fault.detail = why(stamp, other, access.writes());
  Mask others = other.lanes;
  if (stamp.same_warp(other) && (others & ~stamp.lanes) != 0) others &= ~stamp.lanes;
  const uint64_t thread = uint64_t{other.warp} * k_lanes + static_cast<uint64_t>(std::countr_zero(others));
  fault.other_instruction = other.instruction;
  fault.other_block = position_in(launch_.config->grid, other.block);
  fault.other_thread = position_in(launch_.config->block, thread);
  access.warp.worker->report(std::move(fault));
}

}  // namespace whet::vgpu
