// Finds shared memory that bulk copies and wgmma read although threads wrote it without fence.proxy.async since, and
// blocks that end before their bulk copies have read what they copy. A GPU reads such memory by another path than
// threads write it, whatever barriers are between, and gives it to other blocks when a block has ended. One fence by
// any thread of the block counts for all that was written before it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/warp_access.h"

namespace whet::vgpu {

class ProxyCheck {
 public:
  explicit ProxyCheck(LaunchState& launch);

  // Whether the kernel has instructions that read shared memory so; otherwise the check is not needed.
  bool is_needed() const { return is_needed_; }
  void start_block(const BlockState& block);
  void finish_block(const BlockState& block);
  void written(const WarpAccess& access);
  void fenced(const Warp& warp, const Op& op);
  // The asynchronous proxy reads shared memory of the warp's block.
  void read(const Warp& warp, const Op& op, int lane, uint64_t offset, uint64_t bytes);
  // All threads of the block have exited.
  void exited(BlockState& block);

 private:
  struct Bytes {
    uint32_t fences = 1;
    std::vector<uint32_t> written;  // by byte: how many fences there were then; 0: no thread wrote it
  };

  LaunchState& launch_;
  bool is_needed_ = false;
  std::unordered_map<const BlockState*, Bytes> blocks_;
};

}  // namespace whet::vgpu
