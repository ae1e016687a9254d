// Finds reads of memory that was never written: global memory if the allocation tracks it, shared memory since the
// start of the block, local memory since the start of the thread.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "vgpu/check/access_traits.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/warp_access.h"

namespace whet::vgpu {

class InitCheck {
 public:
  InitCheck(LaunchState& launch, const std::vector<AccessTraits>& traits) : launch_(launch), traits_(traits) {}

  void start_block(const BlockState& block);
  void finish_block(const BlockState& block);
  void access(const WarpAccess& access);

 private:
  void report(const WarpAccess& access, int lane, size_t at);
  struct LocalBytes {
    std::vector<uint8_t> written;  // by lane, then by byte
    uint64_t high = 0;             // no lane has written at this offset or beyond
  };
  struct BlockBytes {
    std::vector<uint8_t> shared;
    std::vector<LocalBytes> warps;
  };

  BlockBytes& bytes_of(const BlockState& block);
  // One flag per byte for what the lane accesses; nullptr if the memory is not tracked.
  uint8_t* flags(const WarpAccess& access, int lane);
  uint8_t* local_flags(const WarpAccess& access, int lane);

  LaunchState& launch_;
  const std::vector<AccessTraits>& traits_;
  std::unordered_map<uint64_t, std::unique_ptr<BlockBytes>> blocks_;
  std::vector<std::unique_ptr<BlockBytes>> spare_;
  uint64_t last_index_ = ~0ull;
  BlockBytes* last_ = nullptr;
};

}  // namespace whet::vgpu
