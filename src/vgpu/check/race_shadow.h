// For each piece of memory: who wrote it last, and who read it since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "vgpu/check/vector_clock.h"

namespace whet::vgpu {

// One access by lanes of a warp at one moment.
struct Stamp {
  enum Flag : uint32_t { strong = 1, is_volatile = 2, block_scope = 4, in_flight = 8, copied = 16 };

  uint32_t block = 0;
  Epoch epoch = 0;  // 0: nobody
  Mask lanes = 0;   // of a write: all wrote the same value
  uint32_t instruction : 22 = 0;
  uint32_t warp : 5 = 0;
  uint32_t flags : 5 = 0;

  bool there() const { return epoch != 0; }
  bool has(Flag flag) const { return flags & flag; }
  bool same_warp(const Stamp& other) const { return block == other.block && warp == other.warp; }
  ClockEntry threads() const { return {.block = block, .warp = warp, .lanes = lanes, .until = epoch}; }
};

class HappensBefore;

// Two readers are enough: a writer that is ordered after both and not after a third is rare, and readers of different
// blocks and warps are preferred.
struct Cell {
  Stamp write;
  Stamp reads[2];

  void set_writer(const Stamp& stamp) { *this = Cell{stamp, {}}; }
  void add_reader(const Stamp& stamp, const HappensBefore& order);
  // These lanes have read it at this moment and nobody wrote since.
  bool has_reader(const Stamp& stamp) const {
    const auto is_it = [&](const Stamp& read) {
      return read.epoch == stamp.epoch && read.same_warp(stamp) && read.flags == stamp.flags &&
             (stamp.lanes & ~read.lanes) == 0;
    };
    return is_it(reads[0]) || is_it(reads[1]);
  }
};

// True when two accesses to the same bytes may meet without order: both are atomic or the like.
bool may_meet(const Stamp& a, const Stamp& b);

// Cells of 4 bytes, of fewer where accesses are narrower. Made as memory is touched, page by page.
class RaceShadow {
 public:
  explicit RaceShadow(uint64_t most_bytes) : most_pages_(most_bytes / sizeof(Cell) / k_page_words + 1) {}

  // Of the `width` bytes at an aligned address; none when there is no room for more.
  std::span<Cell> cells(uint64_t address, int width);
  // Nobody has touched anything.
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
  uint64_t most_pages_, used_pages_ = 0;  // in pages of whole words
  bool full_ = false;
};

}  // namespace whet::vgpu
