#include "vgpu/memory/cache.h"

#include <algorithm>

namespace whet::vgpu {
namespace {

constexpr uint64_t k_line_bytes = 128;
constexpr int k_stamp_at = 48;
constexpr uint64_t k_unstamped = (1ull << k_stamp_at) - 1;

uint8_t present(uint64_t way) {
  return way & 0xf;
}

uint8_t dirty(uint64_t way) {
  return way >> 4 & 0xf;
}

// True if the way holds the line. An empty way looks like line 0, but has no sectors.
bool holds(uint64_t way, uint64_t line) {
  return (way & k_unstamped) >> 8 == line && present(way);
}

}  // namespace

SectoredCache::SectoredCache(uint64_t bytes, int ways)
    : ways_(ways),
      sets_(std::max<uint64_t>(1, bytes / (k_line_bytes * static_cast<uint64_t>(ways)))),
      entries_(sets_ * static_cast<uint64_t>(ways)) {}

// Walks the set from the most recently used way and shifts each way back by one until the line is found. What remains
// in `hand` is the way that moves to the front, or the one that is evicted.
SectoredCache::Outcome SectoredCache::access(uint64_t line, uint8_t sectors, bool write, uint16_t stamp) {
  Way* const set = &entries_[set_index(line) * static_cast<uint64_t>(ways_)];
  const uint64_t added = line << 8 | (write ? sectors << 4 : 0) | sectors;
  Way hand = set[0];
  for (int i = 1; i < ways_ && !holds(hand, line); ++i) std::swap(hand, set[i]);
  if (holds(hand, line)) {
    const auto hits = static_cast<uint8_t>(present(hand) & sectors);
    const uint64_t kept = hits == sectors ? hand : (hand & k_unstamped) | static_cast<uint64_t>(stamp) << k_stamp_at;
    set[0] = kept | added;
    return {.hits = hits, .stamp = static_cast<uint16_t>(hand >> k_stamp_at)};
  }
  set[0] = added | static_cast<uint64_t>(stamp) << k_stamp_at;
  return {.written_back = dirty(hand)};
}

void SectoredCache::stamp(uint64_t line, uint16_t stamp) {
  Way& front = entries_[set_index(line) * static_cast<uint64_t>(ways_)];
  if (holds(front, line)) front = (front & k_unstamped) | static_cast<uint64_t>(stamp) << k_stamp_at;
}

uint8_t SectoredCache::peek(uint64_t line) const {
  const Way* const set = &entries_[set_index(line) * static_cast<uint64_t>(ways_)];
  const Way* const found = std::find_if(set, set + ways_, [&](Way way) { return holds(way, line); });
  return found == set + ways_ ? 0 : present(*found);
}

void SectoredCache::invalidate(uint64_t line) {
  Way* const set = &entries_[set_index(line) * static_cast<uint64_t>(ways_)];
  Way* const end = set + ways_;
  std::fill(std::remove_if(set, end, [&](Way way) { return holds(way, line); }), end, Way{0});
}

void SectoredCache::clear() {
  std::fill(entries_.begin(), entries_.end(), Way{0});
}

uint64_t SectoredCache::dirty_sectors() const {
  uint64_t count = 0;
  for (Way way : entries_) count += static_cast<uint64_t>(__builtin_popcount(dirty(way)));
  return count;
}

}  // namespace whet::vgpu
