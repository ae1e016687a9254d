// Writes kernels for what a problem's kernel computes: every schedule that fits its meaning, with the numbers that are
// likeliest to be fast first.
//
//   PTX ─► meaning ─► confirmed by runs ─► nest ─► schedules x numbers ─► CUDA files with their launches
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "problem/file/problem.h"
#include "write/predict.h"
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
  std::vector<WrittenKernel> further;  // one number away from some of them, for when one leads
  std::vector<double> weights = {};    // of the cases at which work is counted
  std::string predicted_for = {};      // the GPU by which they are ordered; empty: by none
};

// All kernels for a subject. None: `refused` says why.
WrittenKernels write_kernels(const Subject& subject);

// Attention and chains of products alone: what is written for a meaning whose inner sums all other schedules would
// repeat.
WrittenKernels write_nested(const Subject& subject);

// All kernels for the kernel of a problem, whose meaning is read and confirmed first; an error says why that is not so.
// Takes seconds.
Result<WrittenKernels> write_kernels(const Problem& problem, Compiler& compiler);

// Puts those first that are predicted to be fastest over all cases, and notes what is predicted of the first case.
// Kernels whose work nobody counts keep their places.
void order_by_prediction(WrittenKernels& written, const PredictionRates& rates);

}  // namespace whet::write
