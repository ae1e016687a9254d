// What a warp does that looks at memory as one who waits.
#pragma once

#include "vgpu/ops/touched.h"

namespace whet::vgpu {

// It has looked: one who sees the same again and again sleeps until it changes, or lets the other lanes of its warp go
// on.
void look(Warp& warp, const Op& op, const Touched& touched);

}  // namespace whet::vgpu
