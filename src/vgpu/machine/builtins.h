// Functions that the toolkit provides to device code: printf, assert, malloc and free.
#pragma once

#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

class Warp;

void print_lanes(Warp& warp, const CallPlan& plan);  // vprintf(format, arguments)
void fail_assertion(Warp& warp, const Op& op, const CallPlan& plan);
void allocate_lanes(Warp& warp, const CallPlan& plan);
void release_lanes(Warp& warp, const CallPlan& plan);

}  // namespace whet::vgpu
