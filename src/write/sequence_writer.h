// Kernels for a problem of several launches: launches are fused where their meaning allows it.
//
//   launches ─► meanings, each confirmed ─► composed, confirmed on all launches ─► written as one kernel
//                                            where that fails: as few groups of launches as possible
#pragma once

#include "compile/compiler.h"
#include "problem/file/problem.h"
#include "write/written_kernels.h"

namespace whet::write {

// An error says which launch stands against it. Takes seconds.
Result<WrittenKernels> write_sequence(const Problem& problem, Compiler& compiler);

}  // namespace whet::write
