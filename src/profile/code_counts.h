// The hottest machine instructions of a launch: how often each was issued, and what warps wait for there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/virtual/virtual_device.h"
#include "profile/stalls.h"

namespace whet {

struct InstructionCounts {
  uint32_t offset = 0;  // bytes from the start of the function
  std::string text;     // "@!P0 LDG.E.128 R4..R7 <- R2,R3"
  std::string file;     // that it was compiled from; empty: not known
  uint32_t line = 0;    // of that file
  double warps = 0;     // times that a warp issued it
  double lanes = 0;     // sum of their active lanes
  double share = 0;     // of all issued
  Stalls stalls = {};   // shares of the time of all warps
};

struct HotCode {
  std::vector<InstructionCounts> instructions;  // those at which warps spend most of their time, first; few
  uint32_t of = 0;                              // instructions of the kernel in all
};

// Empty without machine code. At most `most` instructions.
HotCode hot_code(const VirtualReport& report, Architecture architecture, size_t most = 32);

}  // namespace whet
