// Meaningful data for arrays that a kernel uses as offsets or indices.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

// Sets the fill of integer inputs whose use is clear from the kernel's text: offsets ascend to the number of elements
// that they delimit, indices are within the array they lead into. Adds a sentence about each to `notes`.
void assume_fills(Problem& problem, const SourceFunction& function, std::vector<std::string>& notes);

}  // namespace whet
