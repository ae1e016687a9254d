// Copies of the asynchronous proxy (cp.async.bulk, st.async, red.async) that were issued but not executed yet.
//
// A copy is executed only when a thread waits for it: one that reports to an mbarrier when a thread finds that
// barrier's phase incomplete, one in a bulk group at wait_group or at the end of the block. So a kernel that forgets to
// wait computes with old data.
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

// A range of bytes that is contiguous in both source and destination.
struct CopyPiece {
  uint64_t other = 0;   // device address, or offset in the shared memory of AsyncCopy::source
  uint32_t shared = 0;  // offset in the shared memory of AsyncCopy::memory_of
  uint32_t bytes = 0;
  bool filled = false;  // no source is read; the fill pattern is written
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
  uint32_t warp = 0;  // index of the issuing warp
  int lane = 0;
  uint32_t group = 0;  // number of the bulk group it belongs to
  BlockState* issuer = nullptr;
  BlockState* memory_of = nullptr;   // whose shared memory is copied to or from
  BlockState* source = nullptr;      // of from_block
  BlockState* barrier_of = nullptr;  // nullptr: it reports to no mbarrier
  uint32_t barrier = 0;              // offset in its shared memory
  uint32_t reported_bytes = 0;
  CombineBytes combine = nullptr;  // nullptr: plain copy
  std::vector<CopyPiece> pieces;
  std::string bytes;        // the value, or the source of a to_global copy that was read early
  bool read_ahead = false;  // `bytes` holds the source already
  uint64_t fill = 0;        // 8-byte pattern, repeated over filled pieces
};

// One warp's copies to global memory, and the number of each lane's open group.
struct BulkGroups {
  std::vector<AsyncCopy> copies;  // in order of issue
  std::array<uint32_t, k_lanes> open{};
};

// Queues a copy that reports to an mbarrier at the block that owns the barrier.
void send(AsyncCopy copy);
// Executes the copies that report to the barrier at this offset of the block. False if there were none.
bool deliver(BlockState& block, uint32_t barrier);
// Executes the lane's copies in all but its newest `keep` committed groups. With `read`, only their sources are read.
void finish_bulk_groups(BlockState& block, uint32_t warp, int lane, uint32_t keep, bool read);
// Executes all copies to global memory that the block's threads still have pending.
void finish_all_bulk(BlockState& block);

}  // namespace whet::vgpu
