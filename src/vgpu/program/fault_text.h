// The text of a finding.
#pragma once

#include <cstdint>
#include <string>

#include "ptx/module.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// The place in the innermost function that is not the toolkit's, or else in the innermost; nullptr without line info.
const ptx::SourcePlace* find_place(const Program& program, uint32_t instruction);

// The same as text: "kernel.cu:14"; empty without line information.
std::string source_place(const Program& program, uint32_t instruction);

// "race on shared memory at kernel.cu:14: thread (3,0,0) of block (0,0,0) reads `tile` + 12, thread (2,0,0) wrote it at
// kernel.cu:12, no barrier between; 31 more like this"
std::string fault_text(const Fault& fault, const Program& program);

}  // namespace whet::vgpu
