// The state of an mbarrier: eight opaque bytes in shared memory.
//
//   init(4): phase 0, 4 arrivals pending. After four arrivals, with no bytes outstanding: phase 1, 4 pending again.
#pragma once

#include <cstdint>

namespace whet::vgpu {

class Mbarrier {
 public:
  static Mbarrier init(uint32_t arrivals) { return Mbarrier(arrivals, arrivals, 0, 0); }
  static Mbarrier from_bits(uint64_t bits);
  uint64_t bits() const;

  int phase() const { return phase_; }
  uint32_t pending() const { return pending_; }
  void arrive(uint32_t count);
  // Leaves the barrier for good: `count` arrivals now, and as many fewer expected in all later phases.
  void arrive_and_drop(uint32_t count);
  void expect_more(uint32_t count) { pending_ += count; }
  void expect_bytes(int64_t bytes) { bytes_ += bytes; }
  void complete_bytes(int64_t bytes);
  // True if the phase with this parity is complete.
  bool passed(int parity) const { return phase_ != (parity & 1); }

 private:
  Mbarrier(uint32_t expected, uint32_t pending, int phase, int64_t bytes)
      : expected_(expected), pending_(pending), phase_(phase), bytes_(bytes) {}
  void turn_if_done();

  uint32_t expected_, pending_;  // arrivals; at most 2^20 - 1
  int phase_;
  int64_t bytes_;  // outstanding bytes of asynchronous copies
};

}  // namespace whet::vgpu
