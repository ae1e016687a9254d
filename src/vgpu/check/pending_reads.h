// Finds writes to shared memory that an instruction may still have to read: operands of wgmma until a warp of its
// warpgroup, whose groups are those of all four, waits with wgmma.wait_group, and what a bulk copy takes to global
// memory until its thread waits with cp.async.bulk.wait_group.read. A barrier of the threads does not wait for either.
//
//   wgmma reads the tile;  __syncthreads();  tile[i] = next;  wgmma.wait_group 0      the write may come first
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vgpu/check/vector_clock.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/warp_access.h"

namespace whet::vgpu {

class PendingReads {
 public:
  // 16 bytes that an instruction reads.
  struct Read {
    uint32_t offset = 0, instruction = 0;
  };

  explicit PendingReads(LaunchState& launch);

  // Whether the kernel has instructions that read shared memory so; otherwise the check is not needed.
  bool is_needed() const { return is_needed_; }
  void start_block(const BlockState& block);
  void finish_block(const BlockState& block);
  // An operand of wgmma is to be read; false: another warp has waited for it already. The warp commits what it is to
  // read as a group.
  bool operand(const Warp& warp, const Op& op, uint64_t offset);
  void commit(const Warp& warp);
  // The warp waits for all but its newest `keep` groups; `each` gets what was read in them, unless another warp of its
  // warpgroup has waited before.
  void wait(const Warp& warp, uint32_t keep, const std::function<void(const Read&)>& each);
  // What all warps of the warpgroup know that have committed or waited.
  VectorClock& clock_of_group(const Warp& warp);
  void written(const WarpAccess& access);

 private:
  using Group = std::vector<Read>;
  struct WarpReads {
    Group open;
    std::deque<Group> committed;
    uint64_t awaited = 0;  // groups that nobody has to wait for any more
    uint64_t dropped = 0;  // groups before those that are committed
  };
  struct BlockReads {
    std::vector<uint32_t> pending;  // by 16 bytes: how often they are still to be read
    std::vector<WarpReads> warps;
    std::vector<VectorClock> clocks;  // of warpgroups
  };
  struct Reader {
    uint32_t instruction = 0, warp = 0;
    int lane = 0;
  };

  static void drop_awaited(BlockReads& block, WarpReads& reads, const std::function<void(const Read&)>& each);
  const Reader* operand_reader(const BlockReads& block, uint64_t first, uint64_t end);
  const Reader* copy_reader(const BlockState& block, uint64_t first, uint64_t end);
  void report(const WarpAccess& access, int lane, const Reader& reader, const char* how_to_wait);

  LaunchState& launch_;
  bool is_needed_ = false;
  Reader found_;
  std::unordered_map<const BlockState*, BlockReads> blocks_;
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> reported_;  // by two source lines: under which instruction
};

}  // namespace whet::vgpu
