// Writes kernels for what a problem's kernel computes: every schedule that fits its meaning, with the numbers that are
// likeliest to be fast first.
//
//   PTX ─► meaning ─► confirmed by runs ─► nest ─► schedules x numbers ─► CUDA files with their launches
#pragma once

#include "compile/compiler.h"
#include "problem/file/problem.h"
#include "write/written_kernels.h"

namespace whet::write {

// All kernels for the kernel of a problem, whose meaning is read and confirmed first; an error says why that is not so.
// Takes seconds.
Result<WrittenKernels> write_kernels(const Problem& problem, Compiler& compiler);

}  // namespace whet::write
