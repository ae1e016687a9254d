// A sectored, set-associative cache with LRU replacement: 128-byte lines of four 32-byte sectors.
#pragma once

#include <cstdint>
#include <vector>

namespace whet::vgpu {

class SectoredCache {
 public:
  struct Outcome {
    uint8_t hits = 0;          // of the sectors asked for, those that were there
    uint8_t written_back = 0;  // dirty sectors of the line that had to leave
    uint16_t stamp = 0;        // of a line that was there: who brought it in last
  };
  // `bytes` is rounded down to a whole number of sets, at least one.
  SectoredCache(uint64_t bytes, int ways);

  // Brings the sectors in, marks them dirty when `write`, and the line with the stamp when one was not there.
  Outcome access(uint64_t line, uint8_t sectors, bool write = false, uint16_t stamp = 0);
  // The line, which was just accessed, counts as brought in by this one.
  void stamp(uint64_t line, uint16_t stamp);
  // Sectors present, without touching the order.
  uint8_t peek(uint64_t line) const;
  // Forgets the line, dirty or not.
  void invalidate(uint64_t line);
  void clear();
  uint64_t dirty_sectors() const;

  uint64_t sets() const { return sets_; }
  // Upper bits of the line are folded into the lower ones, so that strides of a power of two spread over the sets; a
  // range of lines as large as the cache still fills every set evenly.
  uint64_t set_index(uint64_t line) const {
    const uint64_t folded = line ^ line >> 5 ^ line >> 11 ^ line >> 17;
    return (sets_ & (sets_ - 1)) == 0 ? folded & (sets_ - 1)
                                      : static_cast<uint32_t>(folded) % static_cast<uint32_t>(sets_);
  }

 private:
  // A way is stamp << 48 | line << 8 | dirty sectors << 4 | sectors present; 0: empty, since a line that is there has a
  // sector. Lines have 40 bits.
  using Way = uint64_t;

  int ways_;
  uint64_t sets_;
  std::vector<Way> entries_;  // set by set, most recently used first, empty ones last
};

}  // namespace whet::vgpu
