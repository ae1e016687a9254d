// What an op is about to touch in memory that other blocks can reach.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vgpu/machine/warp.h"

namespace whet::vgpu {

struct Touched {
  Mask lanes = 0;
  uint64_t first = 0;  // address, of the lowest lane; 0: other memory
  std::span<const uint64_t> sectors() const { return {sectors_.data(), count_}; }  // numbers; empty: other memory
  void add(uint64_t sector);
  void sort();

 private:
  std::array<uint64_t, k_lanes> sectors_;
  size_t count_ = 0;
  bool sorted_ = true;
};

Touched touched_by(const Warp& warp, const Op& op);

// Sectors as they are before a write.
class BeforeWrite {
 public:
  // Those that somebody sleeps by, or `all` that are touched.
  BeforeWrite(const Warp& warp, const Touched& touched, bool all);
  void wake_where_changed() const;
  bool changed() const;

 private:
  std::string bytes_of(uint64_t sector) const;

  const Warp& warp_;
  std::vector<std::pair<uint64_t, std::string>> kept_;
};

}  // namespace whet::vgpu
