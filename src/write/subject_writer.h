// Writes kernels for one meaning: every schedule that has a form for its nest.
#pragma once

#include "write/subject/subject.h"
#include "write/written_kernels.h"

namespace whet::write {

// All kernels for a subject. None: `refused` says why.
WrittenKernels write_kernels(const Subject& subject);

// Attention and chains of products alone: what is written for a meaning whose inner sums all other schedules would
// repeat.
WrittenKernels write_nested(const Subject& subject);

}  // namespace whet::write
