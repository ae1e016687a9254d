// Shadow memory of the race check: the last write of each piece of memory, and the reads since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "vgpu/check/vector_clock.h"

namespace whet::vgpu {

// One access by lanes of a warp in one epoch.
struct Stamp {
  enum Flag : uint32_t { strong = 1, is_volatile = 2, block_scope = 4, in_flight = 8, copied = 16 };

  uint32_t block = 0;
  Epoch epoch = 0;  // 0: no access
  Mask lanes = 0;   // for a write: all of them wrote the same value
  uint32_t instruction : 22 = 0;
  uint32_t warp : 5 = 0;
  uint32_t flags : 5 = 0;

  bool there() const { return epoch != 0; }
  bool has(Flag flag) const { return flags & flag; }
  bool same_warp(const Stamp& other) const { return block == other.block && warp == other.warp; }
  ClockEntry threads() const { return {.block = block, .warp = warp, .lanes = lanes, .until = epoch}; }
};

class HappensBefore;

// Two reads are kept, of different blocks or warps if possible. A later write is rarely ordered after both of these and
// not after a third.
struct Cell {
  Stamp write;
  Stamp reads[2];

  void set_writer(const Stamp& stamp) { *this = Cell{stamp, {}}; }
  void add_reader(const Stamp& stamp, const HappensBefore& order);
  // True if these lanes have read it in this epoch and it was not written since.
  bool has_reader(const Stamp& stamp) const {
    const auto is_it = [&](const Stamp& read) {
      return read.epoch == stamp.epoch && read.same_warp(stamp) && read.flags == stamp.flags &&
             (stamp.lanes & ~read.lanes) == 0;
    };
    return is_it(reads[0]) || is_it(reads[1]);
  }
};

// True if two unordered accesses to the same bytes are not a race: both are atomic, or strong or volatile in scope.
bool may_meet(const Stamp& a, const Stamp& b);

// Cells of 4 bytes, or smaller if accesses are narrower. Pages are created when memory is first accessed.
class RaceShadow {
 public:
  explicit RaceShadow(uint64_t most_bytes) : most_pages_(most_bytes / sizeof(Cell) / k_page_words + 1) {}

  // The cells of the `width` bytes at an aligned address; empty if there is no room for more.
  std::span<Cell> cells(uint64_t address, int width);
  // Forgets all accesses.
  void clear();
  bool full() const { return full_; }

 private:
  static constexpr uint64_t k_page_bytes = 1024, k_page_words = k_page_bytes / 4;
  struct Page {
    int shift = 2;  // log2 of the bytes of a cell
    std::vector<Cell> cells;
  };
  Page* page(uint64_t number);
  void split(Page& page, int shift);

  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  std::vector<std::unique_ptr<Page>> spare_;
  uint64_t last_number_ = ~0ull;
  Page* last_ = nullptr;
  uint64_t most_pages_, used_pages_ = 0;  // in units of pages with 4-byte cells
  bool full_ = false;
};

}  // namespace whet::vgpu
