// The first half of a fault: the thread, the address, and the variable that the address lies in.
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

// A key that all instructions of a source line share. An instruction without a known line has its own.
uint64_t line_key(const Program& program, uint32_t instruction);

// The shared variable at an offset, or else the nearest one before it, or else the first; nullptr if there is none.
const VariablePlace* shared_variable_near(const Program& program, uint64_t offset);

// For shared and local memory, `address` is an offset.
Fault finding(const Warp& warp, const Op& op, FaultKind kind, int lane, ptx::Space space, uint64_t address, int bytes);

// Adds the variable at or near the address, and the offset of the address in it.
void name_variable(Fault& fault, const Warp& warp, ptx::Space space);

// "8 bytes past the end of `in` (4096 bytes)", "4 bytes before `tile` (512 bytes)"; empty when the access is inside.
std::string outside_text(const std::string& name, int64_t offset, int access_bytes, uint64_t variable_bytes);

}  // namespace whet::vgpu
