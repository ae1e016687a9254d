// Writes kernels for what a problem's kernel computes: every schedule that fits its meaning, with the numbers that are
// likeliest to be fast first.
//
//   PTX ─► meaning ─► confirmed by runs ─► nest ─► schedules x numbers ─► CUDA files with their launches
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "problem/file/problem.h"
#include "write/subject/subject.h"
#include "write/text/written.h"

namespace whet::write {

// A schedule that has no form for the meaning, and why.
struct RefusedSchedule {
  std::string schedule, reason;
};

struct WrittenKernels {
  std::vector<WrittenKernel> kernels;  // the likeliest to be fast first
  std::vector<RefusedSchedule> refused;
};

// All kernels for a subject. None: `refused` says why.
WrittenKernels write_kernels(const Subject& subject);

// The same for the kernel of a problem, whose meaning is read and confirmed first; an error says why that is not so.
// Takes seconds.
Result<WrittenKernels> write_kernels(const Problem& problem, Compiler& compiler);

}  // namespace whet::write
