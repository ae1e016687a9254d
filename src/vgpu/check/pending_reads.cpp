#include "vgpu/check/pending_reads.h"

#include <algorithm>
#include <bit>

#include "vgpu/machine/finding.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

constexpr uint64_t k_piece = 16;  // bytes
constexpr size_t k_warps_of_group = 4;

bool reads_later(const ptx::Instruction& in) {
  return in.opcode == "wgmma" || (in.opcode == "cp" && in.has("bulk"));
}

}  // namespace

PendingReads::PendingReads(LaunchState& launch) : launch_(launch) {
  const Program& program = *launch.program;
  for (uint32_t i = 0; i < program.origins.size() && !is_needed_; ++i) {
    const bool has_text = !program.module->functions[program.origins[i].function].body.empty();
    is_needed_ = has_text && reads_later(program.instruction(i));
  }
}

void PendingReads::start_block(const BlockState& block) {
  blocks_[&block] = {.pending = std::vector<uint32_t>(block.shared_bytes() / k_piece + 1),
                     .warps = std::vector<WarpReads>(block.warps.size()),
                     .clocks = std::vector<VectorClock>(block.warps.size() / k_warps_of_group + 1)};
}

void PendingReads::finish_block(const BlockState& block) {
  blocks_.erase(&block);
}

bool PendingReads::operand(const Warp& warp, const Op& op, uint64_t offset) {
  BlockReads& block = blocks_.at(warp.block);
  WarpReads& reads = block.warps[warp.index];
  if (reads.dropped + reads.committed.size() < reads.awaited) return false;
  reads.open.push_back({static_cast<uint32_t>(offset), op.index});
  ++block.pending[offset / k_piece];
  return true;
}

void PendingReads::commit(const Warp& warp) {
  BlockReads& block = blocks_.at(warp.block);
  WarpReads& reads = block.warps[warp.index];
  reads.committed.push_back(std::exchange(reads.open, {}));
  drop_awaited(block, reads, [](const Read&) {});
}

VectorClock& PendingReads::clock_of_group(const Warp& warp) {
  return blocks_.at(warp.block).clocks[warp.index / k_warps_of_group];
}

void PendingReads::wait(const Warp& warp, uint32_t keep, const std::function<void(const Read&)>& each) {
  BlockReads& block = blocks_.at(warp.block);
  const WarpReads& own = block.warps[warp.index];
  const uint64_t all = own.dropped + own.committed.size(), awaited = all - std::min<uint64_t>(keep, all);
  const size_t first = warp.index / k_warps_of_group * k_warps_of_group;
  for (size_t i = first; i < std::min(first + k_warps_of_group, block.warps.size()); ++i) {
    block.warps[i].awaited = std::max(block.warps[i].awaited, awaited);
    drop_awaited(block, block.warps[i], each);
  }
}

void PendingReads::drop_awaited(BlockReads& block, WarpReads& reads, const std::function<void(const Read&)>& each) {
  for (; reads.dropped < reads.awaited && !reads.committed.empty(); ++reads.dropped) {
    for (const Read& read : reads.committed.front()) {
      --block.pending[read.offset / k_piece];
      each(read);
    }
    reads.committed.pop_front();
  }
}

const PendingReads::Reader* PendingReads::operand_reader(const BlockReads& block, uint64_t first, uint64_t end) {
  bool is_pending = false;
  for (uint64_t at = first / k_piece; at * k_piece < end && at < block.pending.size(); ++at)
    is_pending |= block.pending[at] != 0;
  const auto meets = [&](const Read& read) { return read.offset < end && first < read.offset + k_piece; };
  for (uint32_t warp = 0; is_pending && warp < block.warps.size(); ++warp) {
    const auto look = [&](const Group& group) {
      const auto at = std::find_if(group.begin(), group.end(), meets);
      if (at != group.end()) found_ = {at->instruction, warp, 0};
      return at != group.end();
    };
    const WarpReads& reads = block.warps[warp];
    if (std::any_of(reads.committed.begin(), reads.committed.end(), look) || look(reads.open)) return &found_;
  }
  return nullptr;
}

const PendingReads::Reader* PendingReads::copy_reader(const BlockState& block, uint64_t first, uint64_t end) {
  for (const BulkGroups& groups : block.bulk) {
    for (const AsyncCopy& copy : groups.copies) {
      const auto meets = [&](const CopyPiece& piece) {
        return piece.shared < end && first < uint64_t{piece.shared} + piece.bytes;
      };
      if (copy.read_ahead || std::none_of(copy.pieces.begin(), copy.pieces.end(), meets)) continue;
      found_ = {copy.instruction, copy.warp, copy.lane};
      return &found_;
    }
  }
  return nullptr;
}

void PendingReads::written(const WarpAccess& access) {
  const BlockState& owner = access.owner();
  const auto found = blocks_.find(&owner);
  if (found == blocks_.end()) return;
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint64_t first = access.addresses[lane], end = first + static_cast<uint64_t>(access.width);
    if (const Reader* const reader = operand_reader(found->second, first, end))
      report(access, lane, *reader, "wgmma may still read it: wait with wgmma.wait_group first");
    else if (const Reader* const copy = copy_reader(owner, first, end))
      report(access, lane, *copy, "the copy may still read it: wait with cp.async.bulk.wait_group.read first");
  }
}

void PendingReads::report(const WarpAccess& access, int lane, const Reader& reader, const char* how_to_wait) {
  const std::pair lines(line_key(*launch_.program, access.op.index), line_key(*launch_.program, reader.instruction));
  const auto [known, is_new] = reported_.try_emplace(lines, access.op.index);
  if (!is_new && launch_.faults.repeat(FaultKind::async_not_waited, known->second)) return;
  Fault fault = finding(access.warp, access.op, FaultKind::async_not_waited, lane, ptx::Space::shared,
                        access.addresses[lane], access.width);
  fault.detail = how_to_wait;
  fault.other_instruction = reader.instruction;
  fault.other_block = position_in(launch_.config->grid, static_cast<uint32_t>(access.owner().index()));
  fault.other_thread =
      position_in(launch_.config->block, uint64_t{reader.warp} * k_lanes + static_cast<uint64_t>(reader.lane));
  access.warp.worker->report(std::move(fault));
}

}  // namespace whet::vgpu
