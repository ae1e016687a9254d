// Which comparisons of a function test the time (program/surroundings.h), as a clock or timer gave it.
#pragma once

#include <vector>

#include "ptx/module.h"
#include "vgpu/machine/warp.h"

namespace whet::vgpu {

// Per instruction: a setp that may come out either way, by the moment. One of its operands was computed from a timer,
// and it asks whether two are equal, or is of nothing but timers, parameters and constants: where a thread begins may
// depend on the time, and whether that is within bounds does not. Ways through memory and calls are not followed.
// Empty: the function asks for no time.
std::vector<bool> time_tests(const ptx::Function& function);

// The op behind such a setp: its results come out as they are not, where the launch asks for it. Op::flags: they are
// the same for the whole warp.
void flip_test(Warp& warp, const Op& op);

}  // namespace whet::vgpu
