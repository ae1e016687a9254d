// Which comparisons of a function are with what a clock, a timer or the like gave (program/surroundings.h).
#pragma once

#include <vector>

#include "ptx/module.h"
#include "vgpu/machine/warp.h"

namespace whet::vgpu {

// Per instruction: a setp one of whose operands was computed from such a register. Ways through memory and calls are
// not followed. Empty: the function asks for none.
std::vector<bool> surrounding_tests(const ptx::Function& function);

// The op behind such a setp: its results come out as they are not, where the launch asks for it. Op::flags: they are
// the same for the whole warp.
void flip_test(Warp& warp, const Op& op);

}  // namespace whet::vgpu
