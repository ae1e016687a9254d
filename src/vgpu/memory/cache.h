// A sectored, set-associative cache with LRU replacement: 128-byte lines of four 32-byte sectors.
#pragma once

#include <cstdint>
#include <vector>

namespace whet::vgpu {

class SectoredCache {
 public:
  struct Outcome {
    uint8_t hits = 0;          // requested sectors that were present
    uint8_t written_back = 0;  // dirty sectors of the evicted line
    uint16_t stamp = 0;        // of a line that was present: the access that last filled it
  };
  // `bytes` is rounded down to a whole number of sets, at least one.
  SectoredCache(uint64_t bytes, int ways);

  // Fills the sectors, marks them dirty if `write`, and stamps the line if a sector was missing.
  Outcome access(uint64_t line, uint8_t sectors, bool write = false, uint16_t stamp = 0);
  // Stamps the line, which must be the one accessed last.
  void stamp(uint64_t line, uint16_t stamp);
  // The sectors that are present; does not change the LRU order.
  uint8_t peek(uint64_t line) const;
  // Drops the line without writing it back.
  void invalidate(uint64_t line);
  void clear();
  uint64_t dirty_sectors() const;

  uint64_t sets() const { return sets_; }
  // Folds upper bits of the line into lower ones, so that strides of a power of two spread over the sets. A range of
  // lines as large as the cache still fills all sets evenly.
  uint64_t set_index(uint64_t line) const {
    const uint64_t folded = line ^ line >> 5 ^ line >> 11 ^ line >> 17;
    return (sets_ & (sets_ - 1)) == 0 ? folded & (sets_ - 1)
                                      : static_cast<uint32_t>(folded) % static_cast<uint32_t>(sets_);
  }

 private:
  // A way is stamp << 48 | line << 8 | dirty sectors << 4 | present sectors. 0 is an empty way: a line that is present
  // has a sector. Lines have 40 bits.
  using Way = uint64_t;

  int ways_;
  uint64_t sets_;
  std::vector<Way> entries_;  // by set, most recently used first, empty ones last
};

}  // namespace whet::vgpu
