// Handlers of control flow, and those the decoder puts in by itself.
#pragma once

#include <string_view>

#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

void enter_block(Warp& warp, const Op& op);  // start of a basic block
void join_splits(Warp& warp, const Op& op);  // after an instruction that was jumped over
void run_guarded(Warp& warp, const Op& op);  // Op::guarded for the lanes whose guard holds
void skip_unless_guard(Warp& warp, const Op& op);
void jump(Warp& warp, const Op& op);
void jump_if(Warp& warp, const Op& op);
void jump_indexed(Warp& warp, const Op& op);  // brx: Op::small targets in Program::tables from Op::extra
void leave_kernel(Warp& warp, const Op& op);
void leave_function(Warp& warp, const Op& op);

// What a function the module only declares stands for.
ProgramFunction::Builtin builtin_of(std::string_view name);

}  // namespace whet::vgpu
