#include "vgpu/check/init_check.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/machine/finding.h"
#include "vgpu/machine/worker.h"

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
    for (uint64_t lane = 0; lane < k_lanes && warp.high; ++lane)
      std::memset(&warp.written[lane * a_lane], 0, warp.high);
    warp.high = 0;
  }
  blocks_[block.index()] = std::move(bytes);
}

void InitCheck::finish_block(const BlockState& block) {
  const auto found = blocks_.find(block.index());
  if (found == blocks_.end()) return;
  spare_.push_back(std::move(found->second));
  blocks_.erase(found);
  last_index_ = ~0ull;
}

InitCheck::BlockBytes& InitCheck::bytes_of(const BlockState& block) {
  if (last_index_ != block.index()) last_ = blocks_.at(block.index()).get();
  last_index_ = block.index();
  return *last_;
}

uint8_t* InitCheck::local_flags(const WarpAccess& access, int lane) {
  LocalBytes& bytes = bytes_of(*access.warp.block).warps[access.warp.index];
  const uint64_t offset = access.addresses[lane];
  if (access.writes()) bytes.high = std::max(bytes.high, offset + static_cast<uint64_t>(access.width));
  return &bytes.written[static_cast<uint64_t>(lane) * launch_.local_bytes + offset];
}

uint8_t* InitCheck::flags(const WarpAccess& access, int lane) {
  const uint64_t address = access.addresses[lane];
  const auto width = static_cast<uint64_t>(access.width);
  if (access.space == Space::shared) {
    std::vector<uint8_t>& shared = bytes_of(access.owner()).shared;
    // Out of range: an out-of-bounds access that continues.
    return address + width <= shared.size() ? &shared[address] : nullptr;
  }
  if (access.space == Space::local) return local_flags(access, lane);
  Allocation* const allocation = launch_.memory->find(address);
  const bool tracked = allocation && !allocation->initialised.empty() && allocation->holds(address, width);
  return tracked ? &allocation->initialised[address - allocation->base] : nullptr;
}

namespace {

// The index of the first of `width` flags that is not set; `width` if all are.
size_t first_clear(const uint8_t* flags, size_t width) {
  constexpr uint32_t k_four_set = 0x01010101;
  uint32_t four = k_four_set;
  for (size_t at = 0; width >= 4 && at < width && four == k_four_set; at += 4) std::memcpy(&four, flags + at, 4);
  if (width >= 4 && four == k_four_set) return width;
  return static_cast<size_t>(std::find(flags, flags + width, 0) - flags);
}

}  // namespace

void InitCheck::access(const WarpAccess& access) {
  const AccessTraits& traits = traits_[access.op.index];
  const bool reads = (access.kind == AccessKind::read && !(traits.only_copies && access.space == Space::local)) ||
                     (access.kind == AccessKind::atomic && traits.uses_old);
  const auto width = static_cast<size_t>(access.width);
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    uint8_t* const written = flags(access, lane);
    if (!written) continue;
    if (const size_t at = reads ? first_clear(written, width) : width; at < width) report(access, lane, at);
    if (access.writes()) std::memset(written, 1, width);
  }
}

void InitCheck::report(const WarpAccess& access, int lane, size_t at) {
  if (launch_.faults.repeat(FaultKind::uninitialised, access.op.index)) return;
  Fault fault = finding(access.warp, access.op, FaultKind::uninitialised, lane, access.space,
                        access.addresses[lane] + at, access.width);
  fault.detail = "nobody wrote it";
  access.warp.worker->report(std::move(fault));
}

}  // namespace whet::vgpu
