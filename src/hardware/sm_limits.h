// The limits of one SM that determine occupancy.
#pragma once

#include <vector>

#include "hardware/fact_sheet.h"
#include "util/result.h"

namespace whet {

// Read from the fact sheet of a compute capability.
struct SmLimits {
  int warp_size = 0;
  int max_threads_per_block = 0;
  int max_warps = 0;
  int max_blocks = 0;
  int registers = 0;
  int registers_per_block = 0;
  int max_registers_per_thread = 0;
  int register_unit = 0;  // registers, per warp
  int sub_partitions = 0;
  int shared_bytes = 0;
  int shared_per_block_optin = 0;
  int shared_per_block_default = 0;
  int shared_reserved_per_block = 0;
  int shared_unit = 0;                 // bytes
  int barrier_slots = 0;               // 0: named barriers do not limit the blocks
  std::vector<int> shared_capacities;  // configurable sizes in bytes, ascending
};

// The error names the missing fact; nothing is guessed.
Result<SmLimits> sm_limits(const FactSheet& capability);

}  // namespace whet
