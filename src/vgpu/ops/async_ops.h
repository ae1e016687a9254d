// What asynchronous copies and the barriers that wait for them share.
#pragma once

#include "vgpu/machine/warp.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// Offsets in shared memory, from a base register with an offset or a generic address.
void shared_offsets(const Warp& warp, Ref base, bool address32, int64_t offset, uint64_t* to);

// Executes every cp.async that the warp has issued.
void finish_copies(Warp& warp);

}  // namespace whet::vgpu
