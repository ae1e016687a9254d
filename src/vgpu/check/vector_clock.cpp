#include "vgpu/check/vector_clock.h"

#include <algorithm>

namespace whet::vgpu {

namespace {

constexpr size_t k_most_per_block = 24;
constexpr size_t k_most = 4096;

bool by_block(const ClockEntry& a, const ClockEntry& b) {
  return a.block < b.block;
}

}  // namespace

bool ClockEntry::covers(const ClockEntry& other) const {
  if (until < other.until) return false;
  if (block == k_any_block) return true;
  if (block != other.block) return false;
  if (warp == k_any_warp) return true;
  return warp == other.warp && (other.lanes & ~lanes) == 0;
}

void VectorClock::add(const ClockEntry& threads) {
  if (threads.until == 0) return;
  const auto [first, last] = std::equal_range(entries_.begin(), entries_.end(), threads, by_block);
  if (std::any_of(first, last, [&](const ClockEntry& known) { return known.covers(threads); })) return;
  const auto kept = std::remove_if(first, last, [&](const ClockEntry& known) { return threads.covers(known); });
  const bool many = kept - first >= static_cast<ptrdiff_t>(k_most_per_block);
  entries_.insert(entries_.erase(kept, last), threads);
  if (many) widen(threads.block);
}

// Replaces the entries of a block, when there are too many, by one for the whole block.
void VectorClock::widen(uint32_t block) {
  ClockEntry all{.block = block, .warp = k_any_warp};
  for (const ClockEntry& known : entries_) {
    if (known.block == block) all.until = std::max(all.until, known.until);
  }
  std::erase_if(entries_, [&](const ClockEntry& known) { return known.block == block; });
  entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), all, by_block), all);
}

void VectorClock::join(const VectorClock& other) {
  if (other.entries_.empty()) return;
  if (entries_.empty()) {
    entries_ = other.entries_;
    return;
  }
  for (const ClockEntry& threads : other.entries_) add(threads);
  if (entries_.size() <= k_most) return;
  ClockEntry all{.block = k_any_block, .warp = k_any_warp};
  for (const ClockEntry& known : entries_) all.until = std::max(all.until, known.until);
  entries_.assign(1, all);
}

bool VectorClock::covers(const ClockEntry& threads) const {
  if (entries_.empty()) return false;
  if (entries_.back().covers(threads)) return true;  // an entry for all blocks comes last
  const auto [first, last] = std::equal_range(entries_.begin(), entries_.end(), threads, by_block);
  Mask missing = threads.lanes;
  for (auto known = first; known != last; ++known) {
    if (known->until < threads.until || (known->warp != k_any_warp && known->warp != threads.warp)) continue;
    missing &= known->warp == k_any_warp ? 0 : ~known->lanes;
  }
  return missing == 0;
}

void VectorClock::forget(uint32_t block, Epoch until) {
  std::erase_if(entries_, [&](const ClockEntry& known) { return known.block == block && known.until <= until; });
}

}  // namespace whet::vgpu
