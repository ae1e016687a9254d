// Statements that no schedule takes together, in kernels of their own.
#pragma once

#include "write/subject/subject.h"
#include "write/written_kernels.h"

namespace whet::write {

// In one file for each choice of their kernels; what is refused is noted.
void add_apart(const Subject& subject, WrittenKernels& found);

}  // namespace whet::write
