// Copies of the asynchronous proxy (cp.async.bulk, st.async, red.async) that were issued and are not carried out yet.
//
// They are carried out when waited for: those that report to an mbarrier when somebody finds its phase incomplete,
// those of bulk groups by wait_group or at the end of the block. A kernel that forgets to wait computes with old data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/program/lanes.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

class BlockState;

// Bytes side by side on both sides.
struct CopyPiece {
  uint64_t other = 0;   // device address, or offset in the shared memory of AsyncCopy::source
  uint32_t shared = 0;  // offset in the shared memory of AsyncCopy::memory_of
  uint32_t bytes = 0;
  bool filled = false;  // reads nothing: the fill pattern is written
};

struct AsyncCopy {
  enum class Way : uint8_t {
    from_global,  // to shared memory
    to_global,
    from_block,  // from shared memory of `source` to that of `memory_of`
    value,       // `bytes` to shared memory
  };
  Way way = Way::from_global;
  uint32_t instruction = 0;
  uint32_t warp = 0;  // of the issuer
  int lane = 0;
  uint32_t group = 0;  // of the lane's bulk groups
  BlockState* issuer = nullptr;
  BlockState* memory_of = nullptr;   // whose shared memory is copied to or from
  BlockState* source = nullptr;      // of from_block
  BlockState* barrier_of = nullptr;  // nullptr: reports to none
  uint32_t barrier = 0;              // offset in its shared memory
  uint32_t reported_bytes = 0;
  CombineBytes combine = nullptr;  // nullptr: plain copy
  std::vector<CopyPiece> pieces;
  std::string bytes;        // the value, or what was read ahead of to_global
  bool read_ahead = false;  // `bytes` holds the source
  uint64_t fill = 0;        // pattern of filled pieces, 8 bytes again and again
};

// Of one warp: copies to global memory, and the number of each lane's open group.
struct BulkGroups {
  std::vector<AsyncCopy> copies;  // in the order of their issue
  std::array<uint32_t, k_lanes> open{};
};

// Hands a copy that reports to an mbarrier to the block whose barrier that is.
void send(AsyncCopy copy);
// Carries out what reports to the barrier at this offset of the block. True: there was something.
bool deliver(BlockState& block, uint32_t barrier);
// Carries out the lane's copies of all but its newest `keep` committed groups; `read`: only their sources are read.
void finish_bulk_groups(BlockState& block, uint32_t warp, int lane, uint32_t keep, bool read);
// Everything the block's threads still have under way to global memory.
void finish_all_bulk(BlockState& block);

}  // namespace whet::vgpu
