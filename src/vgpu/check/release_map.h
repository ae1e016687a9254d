// What threads tell others through memory: a fence and a strong write, seen by a strong read.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "vgpu/check/happens_before.h"

namespace whet::vgpu {

class ReleaseMap {
 public:
  // The thread reads what strong writes to these bytes left.
  void read(HappensBefore& order, uint32_t warp, int lane, uint64_t address, int width) const;
  // It leaves what it knows, as far as it or a fence before it releases. Earlier writers' knowledge stays: an atomic
  // passes it on, and a plain flag that is set twice would have been read between.
  void write(HappensBefore& order, uint32_t warp, int lane, uint64_t address, Reach releases);
  // An asynchronous copy leaves what it did.
  void leave(uint64_t address, const ClockEntry& did);

 private:
  struct Flag {
    VectorClock on_device, in_block;
    uint32_t block = k_any_block;  // of in_block
  };
  std::unordered_map<uint64_t, Flag> flags_;  // by address
};

}  // namespace whet::vgpu
