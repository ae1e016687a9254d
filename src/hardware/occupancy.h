// How many blocks of a kernel fit on one SM, what limits them, and what would allow one more. The result equals that of
// the toolkit's calculator (cuda_occupancy.h) for every capability with a fact sheet.
//
// Worked example on 9.0, 256 threads of 40 registers and 20000 bytes of shared memory:
//   warps       8 per block, 64 on the SM                                                    -> 8 blocks
//   registers   40 x 32 = 1280 per warp; the 16384 of a sub-partition hold 12 warps, SM 48   -> 6 blocks
//   shared      20000 + 1024 reserved = 21024, rounded up to 21120; SM 233472                -> 11 blocks
//   slots       32                                                                           -> 32 blocks
//   together                                                                                 -> 6, by registers
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hardware/gpu.h"
#include "hardware/sm_limits.h"
#include "util/result.h"

namespace whet {

struct BlockUse {
  int threads = 0;
  int registers = 0;          // per thread
  int shared_bytes = 0;       // static + dynamic, without the reserved part
  int barriers = 0;           // named barriers
  bool shared_opt_in = true;  // the kernel opts in to more than the default if needed
  int carve_out = -1;         // percent of the SM's memory preferred over L1; -1: none
};

enum class Limiter { threads, registers, shared_memory, block_slots, barriers };
std::string_view limiter_name(Limiter limiter);

struct Occupancy {
  int blocks = 0;  // resident per SM
  int warps = 0;
  double fraction = 0;  // share of the SM's warps
  Limiter limited_by = Limiter::threads;
  std::vector<std::pair<Limiter, int>> limits;  // blocks that each resource allows; without unused resources
  int registers_per_block = 0;                  // as allocated
  int shared_per_block = 0;                     // bytes as allocated, with the reserved part
};

// It is an error when the block cannot run at all: too many threads, registers or bytes. The error gives the limit.
Result<Occupancy> occupancy(const BlockUse& use, const SmLimits& limits);

// What the block's use must be lowered to for one more block per SM; an absent value need not change.
struct NextBlock {
  int blocks = 0;                // the goal
  std::optional<int> threads;    // these four together reach it
  std::optional<int> registers;  // per thread
  std::optional<int> shared_bytes;
  std::optional<int> barriers;
  std::optional<int> threads_alone;  // the largest block that reaches it alone
};
// Nothing when no saving helps (the block slots are full) or the block cannot run.
std::optional<NextBlock> next_block(const BlockUse& use, const SmLimits& limits);

// The most shared memory per block with which `blocks` blocks fit; with one byte more there is one block less.
struct SharedCliff {
  int blocks = 0;
  int bytes = 0;  // static + dynamic
};
// For 1, 2, ... blocks up to the block slots, considering shared memory only.
std::vector<SharedCliff> shared_cliffs(const SmLimits& limits);

struct OccupancyPoint {
  int threads = 0;
  std::optional<Occupancy> occupancy;  // absent: such a block cannot run
};
// The occupancy at every block size that is a multiple of the warp size; the rest is as in `use`.
std::vector<OccupancyPoint> occupancy_curve(const BlockUse& use, const SmLimits& limits);

}  // namespace whet
