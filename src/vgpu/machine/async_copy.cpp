#include "vgpu/machine/async_copy.h"

#include <algorithm>
#include <cstring>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/mbarrier.h"

namespace whet::vgpu {

namespace {

std::byte* host_of(LaunchState& launch, uint64_t address, uint64_t bytes) {
  const Allocation* found = launch.memory->find(address);
  if (!found || found->freed || !found->holds(address, bytes)) return nullptr;
  return found->host + (address - found->base);
}

void put(const AsyncCopy& copy, std::byte* to, const std::byte* from, size_t bytes, bool contended) {
  if (copy.combine)
    copy.combine(to, from, bytes, contended);
  else
    std::memmove(to, from, bytes);
}

void fill(const AsyncCopy& copy, std::byte* to, size_t bytes) {
  for (size_t at = 0; at < bytes; ++at) to[at] = static_cast<std::byte>(copy.fill >> at % 8 * 8);
}

void move_in(const AsyncCopy& copy, LaunchState& launch) {
  size_t at = 0;
  for (const CopyPiece& piece : copy.pieces) {
    std::byte* const to = copy.memory_of->shared() + piece.shared;
    const std::byte* from = nullptr;
    if (copy.way == AsyncCopy::Way::from_global && !piece.filled) from = host_of(launch, piece.other, piece.bytes);
    if (copy.way == AsyncCopy::Way::from_block) from = copy.source->shared() + piece.other;
    if (copy.way == AsyncCopy::Way::value) from = reinterpret_cast<const std::byte*>(copy.bytes.data()) + at;
    at += piece.bytes;
    if (piece.filled)
      fill(copy, to, piece.bytes);
    else if (from)
      put(copy, to, from, piece.bytes, false);
  }
}

void read_source(AsyncCopy& copy) {
  if (copy.read_ahead) return;
  copy.read_ahead = true;
  for (const CopyPiece& piece : copy.pieces)
    copy.bytes.append(reinterpret_cast<const char*>(copy.memory_of->shared() + piece.shared), piece.bytes);
}

void move_out(AsyncCopy& copy, LaunchState& launch) {
  read_source(copy);
  size_t at = 0;
  for (const CopyPiece& piece : copy.pieces) {
    const auto* from = reinterpret_cast<const std::byte*>(copy.bytes.data()) + at;
    at += piece.bytes;
    if (std::byte* const to = host_of(launch, piece.other, piece.bytes))
      put(copy, to, from, piece.bytes, launch.many_threads);
  }
}

void report_to_barrier(const AsyncCopy& copy) {
  std::byte* const host = copy.barrier_of->shared() + copy.barrier;
  uint64_t bits;
  std::memcpy(&bits, host, sizeof bits);
  Mbarrier barrier = Mbarrier::from_bits(bits);
  barrier.complete_bytes(copy.reported_bytes);
  bits = barrier.bits();
  std::memcpy(host, &bits, sizeof bits);
}

void arrive_in_shared(const AsyncCopy& copy) {
  LaunchState& launch = copy.issuer->launch();
  move_in(copy, launch);
  if (launch.observer) launch.observer->async_arrived(copy);
  if (copy.barrier_of) report_to_barrier(copy);
}

}  // namespace

void send(AsyncCopy copy) {
  if (copy.issuer->launch().observer) copy.issuer->launch().observer->async_issued(copy);
  copy.barrier_of->arriving.push_back(std::move(copy));
}

bool deliver(BlockState& block, uint32_t barrier) {
  std::vector<AsyncCopy> now;
  const auto others = std::stable_partition(block.arriving.begin(), block.arriving.end(),
                                            [&](const AsyncCopy& copy) { return copy.barrier != barrier; });
  std::move(others, block.arriving.end(), std::back_inserter(now));
  block.arriving.erase(others, block.arriving.end());
  for (const AsyncCopy& copy : now) arrive_in_shared(copy);
  return !now.empty();
}

void finish_bulk_groups(BlockState& block, uint32_t warp, int lane, uint32_t keep, bool read) {
  BulkGroups& groups = block.bulk[warp];
  const uint32_t open = groups.open[static_cast<size_t>(lane)];
  const auto is_due = [&](const AsyncCopy& copy) { return copy.lane == lane && uint64_t{copy.group} + keep < open; };
  for (AsyncCopy& copy : groups.copies) {
    if (!is_due(copy)) continue;
    LaunchObserver* const observer = block.launch().observer;
    if (observer && !copy.read_ahead) observer->source_read(copy);
    if (read)
      read_source(copy);
    else
      move_out(copy, block.launch());
  }
  if (!read) std::erase_if(groups.copies, is_due);
}

void finish_all_bulk(BlockState& block) {
  for (BulkGroups& groups : block.bulk) {
    for (AsyncCopy& copy : groups.copies) move_out(copy, block.launch());
    groups.copies.clear();
  }
}

}  // namespace whet::vgpu
