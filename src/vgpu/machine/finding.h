// A fault's first half: the thread, the address and the variable it lies in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/types.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// "tile" of "_ZZ9transposePfE4tile", "ns::table" of "_ZN2ns5tableE".
std::string variable_name(std::string_view mangled);

// The same for all instructions of a source line; of the instruction itself where the line is not known.
uint64_t line_key(const Program& program, uint32_t instruction);

// The shared variable at an offset, else the nearest before it, else the first; nullptr when the kernel has none.
const VariablePlace* shared_variable_near(const Program& program, uint64_t offset);

// Addresses of shared and local memory are offsets.
Fault finding(const Warp& warp, const Op& op, FaultKind kind, int lane, ptx::Space space, uint64_t address, int bytes);

// Names the variable at or near the address, and how far into it the address lies.
void name_variable(Fault& fault, const Warp& warp, ptx::Space space);

// "8 bytes past the end of `in` (4096 bytes)", "4 bytes before `tile` (512 bytes)"; empty when it is inside.
std::string outside_text(const std::string& name, int64_t offset, int access_bytes, uint64_t variable_bytes);

}  // namespace whet::vgpu
