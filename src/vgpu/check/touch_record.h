// Records which bytes of global memory a launch reads and writes, array by array: what a kernel uses of its arguments,
// however it was written.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "vgpu/machine/launch_observer.h"

namespace whet::vgpu {

// What a launch did to one allocation.
struct TouchedArray {
  uint64_t read_end = 0, write_end = 0;  // one past the last byte; 0: none
  uint64_t written_bytes = 0;            // different ones
  uint64_t read_bytes = 0;               // different ones that were read before the launch wrote them
};

class TouchRecord {
 public:
  // By the base of the allocation.
  TouchedArray array(uint64_t base) const;
  // An observer that writes into this record, which must outlive it.
  Watch watch();

  void add(GlobalMemory& memory, uint64_t address, uint64_t bytes, AccessKind kind);
  // Of the lanes in `mask`, which mostly are in one array.
  void add(GlobalMemory& memory, const uint64_t* addresses, Mask mask, uint64_t bytes, AccessKind kind);

 private:
  std::map<uint64_t, std::vector<uint8_t>> bytes_;  // flags of each byte up to the last one touched
};

}  // namespace whet::vgpu
