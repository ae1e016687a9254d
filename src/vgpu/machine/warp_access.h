// One memory instruction of a warp, as the checks see it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ptx/types.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

enum class AccessKind : uint8_t { read, write, atomic };

struct WarpAccess {
  Warp& warp;
  const Op& op;
  ptx::Space space = ptx::Space::global;
  const uint64_t* addresses = nullptr;  // offsets for shared and local memory
  Mask mask = 0;
  int width = 4;  // bytes per lane
  AccessKind kind = AccessKind::read;
  BlockState* other = nullptr;  // the block whose shared memory is accessed; nullptr: the own one

  BlockState& owner() const { return other ? *other : *warp.block; }
  bool writes() const { return kind != AccessKind::read; }
};

// Copies `bytes` bytes, from offset `at` on, of what the lane's store writes.
void stored_bytes(const WarpAccess& access, int lane, size_t at, std::byte* to, size_t bytes);

// The memory at an address of the access's space; nullptr if it is not mapped.
const std::byte* memory_at(const WarpAccess& access, uint64_t address);

}  // namespace whet::vgpu
