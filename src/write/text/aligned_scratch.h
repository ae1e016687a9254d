// Scratch memory whose kernels use it from the next multiple of 16 bytes on, wherever it begins.
#pragma once

#include "write/text/written.h"

namespace whet::write {

// Every kernel that gets the array begins with that step, and the array is a word longer. `source` is made anew by who
// asks for this.
void align_scratch(WrittenKernel& kernel, const std::string& array, int64_t bytes_of_element);

}  // namespace whet::write
