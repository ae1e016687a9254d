// How many blocks of a kernel fit on one SM, what limits them, and what would buy one more.
#pragma once

#include <string_view>
#include <vector>

#include "hardware/gpu.h"
#include "util/result.h"

namespace whet {

// The limits of one compute capability that occupancy depends on; read from its fact sheet.
struct SmLimits {
  int warp_size = 0;
  int max_threads_per_block = 0;
  int max_warps = 0;
  int max_blocks = 0;
  int registers = 0;
  int registers_per_block = 0;
  int max_registers_per_thread = 0;
  int register_unit = 0;       // registers, per warp
  int sub_partitions = 0;
  int shared_bytes = 0;
  int shared_per_block_optin = 0;
  int shared_per_block_default = 0;
  int shared_reserved_per_block = 0;
  int shared_unit = 0;         // bytes
  int barrier_slots = 0;
};
// An error names the fact that is missing: nothing is guessed.
Result<SmLimits> sm_limits(const FactSheet& capability);

struct BlockUse {
  int threads = 0;
  int registers = 0;       // per thread
  int shared_bytes = 0;    // static + dynamic, without the reserved part
  int barriers = 0;        // named barriers
};

enum class Limiter { threads, registers, shared_memory, block_slots, barriers };
std::string_view limiter_name(Limiter limiter);

struct Occupancy {
  int blocks = 0;                 // resident per SM
  int warps = 0;
  double fraction = 0;            // of the SM's warps
  Limiter limited_by = Limiter::threads;
  std::vector<std::pair<Limiter, int>> limits;  // blocks each resource would allow
};

// An error when the block cannot run at all: too many threads, registers or bytes, with the limit.
Result<Occupancy> occupancy(const BlockUse& use, const SmLimits& limits);

}  // namespace whet
