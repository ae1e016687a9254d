// What copies and barriers that wait for copies share.
#pragma once

#include "vgpu/machine/warp.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// Offsets in shared memory, whether the base register holds one or a generic address.
void shared_offsets(const Warp& warp, Ref base, bool address32, int64_t offset, uint64_t* to);

// Carries out every cp.async the warp has issued.
void finish_copies(Warp& warp);

}  // namespace whet::vgpu
