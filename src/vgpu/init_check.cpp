#include "vgpu/init_check.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/finding.h"
#include "vgpu/worker.h"

namespace whet::vgpu {

using ptx::Space;

void InitCheck::start_block(const BlockState& block) {
  if (spare_.empty()) spare_.push_back(std::make_unique<BlockBytes>());
  auto bytes = std::move(spare_.back());
  spare_.pop_back();
  bytes->shared.assign(block.shared_bytes(), 0);
  bytes->warps.resize(block.warps.size());
  const uint64_t a_lane = launch_.local_bytes;
  for (LocalBytes& warp : bytes->warps) {
    warp.written.resize(a_lane * k_lanes);
    for (uint64_t lane = 0; lane < k_lanes && warp.high; ++lane) std::memset(&warp.written[lane * a_lane], 0, warp.high);
    warp.high = 0;
  }
  blocks_[block.index()] = std::move(bytes);
}

void InitCheck::finish_block(const BlockState& block) {
  const auto found = blocks_.find(block.index());
  if (found == blocks_.end()) return;
  spare_.push_back(std::move(found->second));
  blocks_.erase(found);
}

uint8_t* InitCheck::local_flags(const WarpAccess& access, int lane) {
  LocalBytes& bytes = blocks_.at(access.warp.block->index())->warps[access.warp.index];
  const uint64_t offset = access.addresses[lane];
  if (access.writes()) bytes.high = std::max(bytes.high, offset + static_cast<uint64_t>(access.width));
  return &bytes.written[static_cast<uint64_t>(lane) * launch_.local_bytes + offset];
}

uint8_t* InitCheck::flags(const WarpAccess& access, int lane) {
  const uint64_t address = access.addresses[lane];
  if (access.space == Space::shared) return &blocks_.at(access.warp.block->index())->shared[address];
  if (access.space == Space::local) return local_flags(access, lane);
  Allocation* const allocation = launch_.memory->find(address);
  return !allocation || allocation->initialised.empty() ? nullptr : &allocation->initialised[address - allocation->base];
}

void InitCheck::access(const WarpAccess& access) {
  const bool reads = access.kind == AccessKind::read ||
                     (access.kind == AccessKind::atomic && traits_[access.op.index].uses_old);
  const auto width = static_cast<size_t>(access.width);
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    uint8_t* const written = flags(access, lane);
    if (!written) continue;
    const uint8_t* const missing = reads ? std::find(written, written + width, 0) : written + width;
    const auto at = static_cast<size_t>(missing - written);
    if (access.writes()) std::memset(written, 1, width);
    if (at == width || launch_.faults.repeat(FaultKind::uninitialised, access.op.index)) continue;
    Fault fault = finding(access.warp, access.op, FaultKind::uninitialised, lane, access.space,
                          access.addresses[lane] + at, access.width);
    fault.detail = "nobody wrote it";
    access.warp.worker->report(std::move(fault));
  }
}

}  // namespace whet::vgpu
