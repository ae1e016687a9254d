#include "vgpu/check/race_check.h"

#include <bit>
#include <cstring>

#include "vgpu/machine/finding.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

using ptx::Space;

namespace {

constexpr uint64_t k_most_shadow_bytes = 2ull << 30;

}  // namespace

RaceCheck::BlockRaces::BlockRaces(const BlockState& block, EpochCounter& epochs)
    : order(static_cast<uint32_t>(block.index()), static_cast<uint32_t>(block.warps.size()), epochs),
      shared(k_most_shadow_bytes) {}

RaceCheck::RaceCheck(LaunchState& launch, const std::vector<AccessTraits>& traits, const CheckSet& set)
    : launch_(launch),
      traits_(traits),
      report_races_(set.race),
      report_copies_(set.sync),
      in_step_(set.in_step),
      global_(k_most_shadow_bytes) {}

void RaceCheck::start_block(const BlockState& block) {
  auto races = std::make_unique<BlockRaces>(block, epochs_);
  if (!spare_.empty()) {
    races->shared = std::move(spare_.back()->shared);
    races->shared.clear();
    spare_.pop_back();
  }
  blocks_[block.index()] = std::move(races);
  last_ = nullptr;
  if (block.rank() == 0) meetings_.erase(&block.cluster());
}

void RaceCheck::finish_block(const BlockState& block) {
  const auto found = blocks_.find(block.index());
  if (found == blocks_.end()) return;
  spare_.push_back(std::move(found->second));
  blocks_.erase(found);
  last_ = nullptr;
}

RaceCheck::BlockRaces& RaceCheck::races_of(const BlockState& block) {
  if (!last_ || last_->order.block() != block.index()) last_ = blocks_.at(block.index()).get();
  return *last_;
}

RaceShadow& RaceCheck::shadow_of(const WarpAccess& access) {
  return access.space == Space::shared ? races_of(access.owner()).shared : global_;
}

Stamp RaceCheck::stamp_of(const WarpAccess& access) const {
  const AccessTraits& traits = traits_[access.op.index];
  Stamp stamp;
  stamp.block = static_cast<uint32_t>(access.warp.block->index());
  stamp.epoch = epochs_.now();
  stamp.lanes = access.mask;
  stamp.instruction = access.op.index & 0x3fffff;
  stamp.warp = access.warp.index & 31;
  const bool weak_volatile = traits.is_volatile && access.space == Space::shared;
  const bool strong = traits.strong || access.kind == AccessKind::atomic || (traits.is_volatile && !weak_volatile);
  stamp.flags = (strong ? Stamp::strong : 0u) | (weak_volatile ? Stamp::is_volatile : 0u) |
                (traits.block_scope ? Stamp::block_scope : 0u);
  return stamp;
}

namespace {

Stamp one_lane(Stamp stamp, int lane) {
  stamp.lanes = 1u << lane;
  return stamp;
}

Mask lanes_at(const WarpAccess& access, uint64_t address, Mask lanes) {
  Mask there = 0;
  for (int lane = 0; lane < k_lanes; ++lane) there |= static_cast<Mask>(access.addresses[lane] == address) << lane;
  return there & lanes;
}

}  // namespace

void RaceCheck::access(const WarpAccess& access) {
  BlockRaces& block = races_of(*access.warp.block);
  block.order.touch(access.warp.index);
  if (traits_[access.op.index].meets_others()) return meet(block, access);
  if (!access.writes()) return read(block, access);
  const Stamp stamp = stamp_of(access);
  for (Mask rest = access.mask; rest; rest &= rest - 1) touch(block, access, one_lane(stamp, std::countr_zero(rest)));
}

// A strong or volatile access, which may acquire or release: handled lane by lane.
void RaceCheck::meet(BlockRaces& block, const WarpAccess& access) {
  ReleaseMap& flags = access.space == Space::shared ? races_of(access.owner()).flags : flags_;
  const AccessTraits& traits = traits_[access.op.index];
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint64_t address = access.addresses[lane];
    if (traits.acquires) flags.read(block.order, access.warp.index, lane, address, access.width);
    touch(block, access, one_lane(stamp_of(access), lane));
    if (access.writes()) flags.write(block.order, access.warp.index, lane, address, traits.releases);
  }
}

// Lanes that read the same address, which is common, are handled together if the whole warp is ordered after the write.
void RaceCheck::read(BlockRaces& block, const WarpAccess& access) {
  RaceShadow& shadow = shadow_of(access);
  Stamp stamp = stamp_of(access);
  for (Mask rest = access.mask; rest;) {
    const int lane = std::countr_zero(rest);
    const bool alone = lane == k_lanes - 1 || access.addresses[lane] != access.addresses[lane + 1];
    stamp.lanes = alone ? 1u << lane : lanes_at(access, access.addresses[lane], rest);
    rest &= ~stamp.lanes;
    bool clear = true;
    for (Cell& cell : shadow.cells(access.addresses[lane], access.width)) {
      if (cell.has_reader(stamp)) continue;
      const bool ordered = !cell.write.there() || (block.order.before_warp(cell.write.threads(), stamp.warp) &&
                                                   !cell.write.has(Stamp::in_flight));
      if (ordered) cell.add_reader(stamp, block.order);
      clear &= ordered;
    }
    for (Mask each = clear ? 0 : stamp.lanes; each; each &= each - 1) {
      touch(block, access, one_lane(stamp, std::countr_zero(each)));
    }
  }
}

// Checks each cell for a conflict and stores the stamp, which has one lane. Reports at most one finding per lane.
void RaceCheck::touch(BlockRaces& block, const WarpAccess& access, const Stamp& stamp) {
  RaceShadow& shadow = shadow_of(access);
  const uint64_t address = access.addresses[std::countr_zero(stamp.lanes)];
  const std::span<Cell> cells = shadow.cells(address, access.width);
  if (cells.empty()) return;
  const size_t bytes = static_cast<size_t>(access.width) / cells.size();
  bool reported = false;
  for (size_t i = 0; i < cells.size(); ++i) {
    bool joins = false;
    const Stamp* other = conflict(block, access, stamp, cells[i], i * bytes, bytes, joins);
    if (other && !reported) report(access, stamp, address, *other);
    reported |= other != nullptr;
    if (!access.writes()) {
      cells[i].add_reader(stamp, block.order);
    } else if (joins) {
      cells[i].write.lanes |= stamp.lanes;
    } else {
      cells[i].set_writer(stamp);
    }
  }
}

const Stamp* RaceCheck::conflict(const BlockRaces& block, const WarpAccess& access, const Stamp& stamp,
                                 const Cell& cell, size_t at, size_t bytes, bool& joins) const {
  const int lane = std::countr_zero(stamp.lanes);
  const auto unordered = [&](const Stamp& earlier) {
    return earlier.there() && !block.order.before(earlier.threads(), stamp.warp, lane) &&
           (!may_meet(earlier, stamp) || is_unawaited(access, earlier));
  };
  if (cell.write.has(Stamp::in_flight)) return &cell.write;
  const bool wrote_too = cell.write.same_warp(stamp) && (cell.write.lanes & stamp.lanes) != 0;
  if (!wrote_too && unordered(cell.write)) {
    const bool compare = access.kind == AccessKind::write && traits_[access.op.index].stores;
    if (!compare || !same_value(access, stamp, cell.write, at, bytes, joins)) return &cell.write;
  }
  if (!access.writes()) return nullptr;
  for (const Stamp& read : cell.reads) {
    if (unordered(read)) return &read;
  }
  return nullptr;
}

bool RaceCheck::is_unawaited(const WarpAccess& access, const Stamp& earlier) const {
  if (access.space != Space::global || earlier.block == access.warp.block->index()) return false;
  return traits_[access.op.index].decides_nothing || traits_[earlier.instruction].decides_nothing;
}

// Two writes of the same value are harmless. The other write may be by a lane of this instruction, whose value is still
// in a register; otherwise its value is in memory.
bool RaceCheck::same_value(const WarpAccess& access, const Stamp& stamp, const Stamp& written, size_t at, size_t bytes,
                           bool& joins) const {
  const int lane = std::countr_zero(stamp.lanes);
  std::byte mine[16], theirs[16];
  stored_bytes(access, lane, at, mine, bytes);
  const uint64_t address = access.addresses[lane] + at;
  const bool same_instruction =
      written.same_warp(stamp) && written.instruction == stamp.instruction && written.epoch == stamp.epoch;
  for (Mask rest = same_instruction ? written.lanes & access.mask : 0; rest; rest &= rest - 1) {
    const int other = std::countr_zero(rest);
    if (other >= lane || address - access.addresses[other] >= static_cast<uint64_t>(access.width)) continue;
    stored_bytes(access, other, address - access.addresses[other], theirs, bytes);
    joins = std::memcmp(mine, theirs, bytes) == 0;
    return joins;
  }
  const std::byte* memory = memory_at(access, address);
  return memory && std::memcmp(mine, memory, bytes) == 0;
}

void RaceCheck::arrive(const Warp& warp, uint32_t barrier, bool waits) {
  BlockRaces& block = races_of(*warp.block);
  if (waits)
    block.arrivals[barrier].waiting |= 1u << (warp.index & 31);
  else
    block.arrivals[barrier].brought.join(block.order.arrival(warp.index));
}

void RaceCheck::barrier_opened(const BlockState& state, uint32_t barrier) {
  BlockRaces& block = races_of(state);
  const Arrivals arrivals = std::exchange(block.arrivals[barrier], {});
  bool all = true;
  for (const Warp& warp : state.warps) all &= warp.live() == 0 || (arrivals.waiting >> (warp.index & 31) & 1);
  if (all)
    block.order.synchronise_block();
  else
    block.order.synchronise_warps(arrivals.waiting, arrivals.brought);
}

void RaceCheck::synchronise_warp(const Warp& warp, Mask lanes) {
  races_of(*warp.block).order.synchronise_warp(warp.index, lanes, warp.live());
}

VectorClock RaceCheck::clock_of(const Warp& warp) {
  return races_of(*warp.block).order.arrival(warp.index);
}

void RaceCheck::learn(const Warp& warp, const VectorClock& known) {
  races_of(*warp.block).order.learn(warp.index, known);
}

void RaceCheck::fence(const Warp& warp, Reach reach) {
  races_of(*warp.block).order.fence(warp.index, warp.mask, reach);
}

void RaceCheck::copy_issued(const WarpAccess& access) {
  BlockRaces& block = races_of(*access.warp.block);
  block.order.touch(access.warp.index);
  Stamp stamp = stamp_of(access);
  stamp.flags = Stamp::in_flight | Stamp::copied;
  for (Mask rest = access.mask; rest; rest &= rest - 1) touch(block, access, one_lane(stamp, std::countr_zero(rest)));
}

void RaceCheck::copy_done(const WarpAccess& access) {
  BlockRaces& block = races_of(*access.warp.block);
  block.order.touch(access.warp.index);
  Stamp stamp = stamp_of(access);
  stamp.flags = Stamp::copied;
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    for (Cell& cell : shadow_of(access).cells(access.addresses[lane], access.width))
      cell.set_writer(one_lane(stamp, lane));
  }
}

// For threads that wait at the mbarrier, the copy is ordered like an access of the thread that issued it.
void RaceCheck::copy_reported(const AsyncCopy& copy) {
  const ClockEntry did{.block = static_cast<uint32_t>(copy.issuer->index()),
                       .warp = copy.warp,
                       .lanes = 1u << copy.lane,
                       .until = epochs_.pass()};
  races_of(*copy.barrier_of).flags.leave(copy.barrier, did);
}

void RaceCheck::arrive_in_cluster(const Warp& warp, bool releases) {
  if (!releases) return;
  meetings_[&warp.block->cluster()].gathering.join(races_of(*warp.block).order.arrival_among_blocks(warp.index));
}

void RaceCheck::cluster_opened(const Cluster& cluster) {
  ClusterMeeting& meeting = meetings_[&cluster];
  meeting.opened = std::exchange(meeting.gathering, {});
}

void RaceCheck::pass_in_cluster(const Warp& warp) {
  races_of(*warp.block).order.learn(warp.index, meetings_[&warp.block->cluster()].opened);
}

}  // namespace whet::vgpu
