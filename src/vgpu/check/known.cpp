#include "vgpu/check/known.h"

#include <algorithm>

namespace whet::vgpu {

namespace {

constexpr size_t k_most_per_block = 24;
constexpr size_t k_most = 4096;

bool by_block(const KnownThreads& a, const KnownThreads& b) {
  return a.block < b.block;
}

}  // namespace

bool KnownThreads::covers(const KnownThreads& other) const {
  if (until < other.until) return false;
  if (block == k_any_block) return true;
  if (block != other.block) return false;
  if (warp == k_any_warp) return true;
  return warp == other.warp && (other.lanes & ~lanes) == 0;
}

void Known::add(const KnownThreads& threads) {
  if (threads.until == 0) return;
  const auto [first, last] = std::equal_range(entries_.begin(), entries_.end(), threads, by_block);
  if (std::any_of(first, last, [&](const KnownThreads& known) { return known.covers(threads); })) return;
  const auto kept = std::remove_if(first, last, [&](const KnownThreads& known) { return threads.covers(known); });
  const bool many = kept - first >= static_cast<ptrdiff_t>(k_most_per_block);
  entries_.insert(entries_.erase(kept, last), threads);
  if (many) widen(threads.block);
}

// Too many entries for one block become one for all of it; too many blocks, one for all of them.
void Known::widen(uint32_t block) {
  KnownThreads all{.block = block, .warp = k_any_warp};
  for (const KnownThreads& known : entries_) {
    if (known.block == block) all.until = std::max(all.until, known.until);
  }
  std::erase_if(entries_, [&](const KnownThreads& known) { return known.block == block; });
  entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), all, by_block), all);
}

void Known::join(const Known& other) {
  if (other.entries_.empty()) return;
  if (entries_.empty()) {
    entries_ = other.entries_;
    return;
  }
  for (const KnownThreads& threads : other.entries_) add(threads);
  if (entries_.size() <= k_most) return;
  KnownThreads all{.block = k_any_block, .warp = k_any_warp};
  for (const KnownThreads& known : entries_) all.until = std::max(all.until, known.until);
  entries_.assign(1, all);
}

bool Known::covers(const KnownThreads& threads) const {
  if (entries_.empty()) return false;
  if (entries_.back().covers(threads)) return true;  // that of everybody is last
  const auto [first, last] = std::equal_range(entries_.begin(), entries_.end(), threads, by_block);
  Mask missing = threads.lanes;
  for (auto known = first; known != last; ++known) {
    if (known->until < threads.until || (known->warp != k_any_warp && known->warp != threads.warp)) continue;
    missing &= known->warp == k_any_warp ? 0 : ~known->lanes;
  }
  return missing == 0;
}

void Known::forget(uint32_t block, Moment until) {
  std::erase_if(entries_, [&](const KnownThreads& known) { return known.block == block && known.until <= until; });
}

}  // namespace whet::vgpu
