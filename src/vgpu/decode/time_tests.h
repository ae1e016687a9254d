// Finds the comparisons of a function that test the time (program/surroundings.h) of a clock or timer.
#pragma once

#include <vector>

#include "ptx/module.h"
#include "vgpu/machine/warp.h"

namespace whet::vgpu {

// Per instruction: whether it is a setp whose result may depend on the moment. One operand was computed from a timer,
// and it either tests for equality or compares nothing but timers, parameters and constants. So a start index that
// depends on the time may be checked against bounds without counting as a test. Values are not followed through memory
// and calls. Empty if the function reads no timer.
std::vector<bool> time_tests(const ptx::Function& function);

// The op after such a setp: inverts its results if the launch asks for it. Op::flags: the result is the same for the
// whole warp.
void flip_test(Warp& warp, const Op& op);

}  // namespace whet::vgpu
