// How many blocks of a kernel fit on one SM, what limits them, and what would buy one more. Equal to the toolkit's own
// calculator (cuda_occupancy.h) for every capability with a fact sheet.
//
// Worked example on 9.0, 256 threads of 40 registers and 20000 bytes of shared memory:
//   warps       8 a block, 64 on the SM                                             -> 8 blocks
//   registers   40 x 32 = 1280 a warp; 16384 a sub-partition hold 12 warps, SM 48   -> 6 blocks
//   shared      20000 + 1024 reserved = 21024, rounded up to 21120; SM 233472       -> 11 blocks
//   slots       32                                                                  -> 6 blocks, limited by registers
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
  bool shared_opt_in = true;  // the kernel asks for more than the default shared memory when it needs it
  int carve_out = -1;         // percent of the SM's shared memory preferred over L1; -1: no preference
};

enum class Limiter { threads, registers, shared_memory, block_slots, barriers };
std::string_view limiter_name(Limiter limiter);

struct Occupancy {
  int blocks = 0;  // resident per SM
  int warps = 0;
  double fraction = 0;  // of the SM's warps
  Limiter limited_by = Limiter::threads;
  std::vector<std::pair<Limiter, int>>
      limits;                   // blocks each resource would allow; without those the block does not use
  int registers_per_block = 0;  // as allocated
  int shared_per_block = 0;     // bytes as allocated, with the reserved part
};

// An error when the block cannot run at all: too many threads, registers or bytes, with the limit.
Result<Occupancy> occupancy(const BlockUse& use, const SmLimits& limits);

// What the block must come down to for one more to fit on the SM; absent means as it is now.
struct NextBlock {
  int blocks = 0;                // the goal
  std::optional<int> threads;    // these four together reach it
  std::optional<int> registers;  // per thread
  std::optional<int> shared_bytes;
  std::optional<int> barriers;
  std::optional<int> threads_alone;  // the largest block that reaches it with nothing else changed
};
// Nothing when no saving helps (the block slots are full) or the block cannot run.
std::optional<NextBlock> next_block(const BlockUse& use, const SmLimits& limits);

// The most shared memory a block may use for `blocks` of them to fit; one byte more costs a block.
struct SharedCliff {
  int blocks = 0;
  int bytes = 0;  // static + dynamic
};
// For 1, 2, ... blocks up to the block slots, as far as shared memory alone decides.
std::vector<SharedCliff> shared_cliffs(const SmLimits& limits);

struct OccupancyPoint {
  int threads = 0;
  std::optional<Occupancy> occupancy;  // nothing: such a block cannot run
};
// The occupancy at every block size that is a multiple of the warp, all else as in `use`.
std::vector<OccupancyPoint> occupancy_curve(const BlockUse& use, const SmLimits& limits);

}  // namespace whet
