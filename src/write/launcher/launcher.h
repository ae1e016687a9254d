// Host code that runs a candidate where a program has launched the original: one function with the parameters of the
// original kernel and a stream.
//
//   cudaError_t launch_sums(const float* x, float* y, int rows, int cols, cudaStream_t stream);
//
// Everything in it comes from what the judge launches: grids, blocks, scratch and numbers as formulas of the problem's
// sizes. A call that these do not cover returns cudaErrorInvalidValue.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "write/subject/same_place.h"

namespace whet::write {

// What a caller may pass to a candidate.
struct LauncherTerms {
  std::vector<SamePlace> in_place = {};  // arrays that may be one; no others overlap where one is stored to
  int64_t alignment = 1;                 // bytes: arrays begin at multiples of it
  // The original gets whatever the program would give it, and a launch without blocks is left out.
  bool is_original = false;
};

// The judge has arrays at such places alone. Written kernels ask for alignment themselves.
inline constexpr int64_t k_judged_alignment = 256;

// Text that follows the candidate's source in one file. An error says what has no form.
Result<std::string> launcher_text(const Problem& original, const Problem& candidate, const LauncherTerms& terms);

}  // namespace whet::write
