// Merges consecutive stores of a warp: an SM combines stores to the same lines before they leave for L2. An H200 does
// so for up to five lines at once: a warp that writes structs of 20 bytes word by word sends each sector once; with
// structs of 28 bytes it sends each sector once per word. Six lines are merged in part.
//
//   st [p], a; st [p+4], b; st [p+8], c       structs of 12 bytes, 32 lanes: three lines, 12 sectors instead of 36
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace whet::vgpu {

class Warp;

class StoreWindow {
 public:
  // Returns the sectors of the line that leave the SM because of this store.
  uint8_t add(const Warp& warp, uint64_t line, uint8_t sectors);
  // The warp starts in another block: what it wrote in the last one has left. Blocks that one host thread happens to
  // run one after another in the same place share nothing.
  void forget(const Warp& warp);

 private:
  static constexpr size_t k_lines = 6;
  struct Line {
    uint64_t line = 0;
    uint8_t sectors = 0;  // 0: the entry is free
  };

  // Only stores of one pass through a basic block are merged.
  void follow(const Warp& warp);

  const Warp* warp_ = nullptr;
  uint64_t executed_ = 0;
  std::array<Line, k_lines> lines_{};  // most recent first
};

}  // namespace whet::vgpu
