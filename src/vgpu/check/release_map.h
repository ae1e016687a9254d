// Release and acquire through memory: a fence and a strong write, seen by a strong read.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "vgpu/check/happens_before.h"

namespace whet::vgpu {

class ReleaseMap {
 public:
  // The thread acquires what strong writes to these bytes released.
  void read(HappensBefore& order, uint32_t warp, int lane, uint64_t address, int width) const;
  // The thread releases what it knows, if the write or a fence before it releases. Releases of earlier writers are
  // kept: an atomic passes them on, and a plain flag that is set twice was read in between.
  void write(HappensBefore& order, uint32_t warp, int lane, uint64_t address, Reach releases);
  // Releases an asynchronous copy.
  void leave(uint64_t address, const ClockEntry& did);

 private:
  struct Flag {
    VectorClock on_device, in_block;
    uint32_t block = k_any_block;  // the block that in_block is for
  };
  std::unordered_map<uint64_t, Flag> flags_;  // by address
};

}  // namespace whet::vgpu
