// Handlers of control flow, and of the ops that the decoder inserts.
#pragma once

#include <string_view>

#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

void enter_block(Warp& warp, const Op& op);  // start of a basic block
void join_splits(Warp& warp, const Op& op);  // after an instruction that some lanes jumped over
void run_guarded(Warp& warp, const Op& op);  // runs Op::guarded for the lanes whose guard holds
void skip_unless_guard(Warp& warp, const Op& op);
void jump(Warp& warp, const Op& op);
void jump_if(Warp& warp, const Op& op);
void jump_indexed(Warp& warp, const Op& op);  // brx: Op::small targets in Program::tables, from Op::extra on
void leave_kernel(Warp& warp, const Op& op);
void leave_function(Warp& warp, const Op& op);

// The builtin that a function without a body stands for.
ProgramFunction::Builtin builtin_of(std::string_view name);

}  // namespace whet::vgpu
