// Data that means something, for arrays that a kernel uses as offsets or places.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

// Sets the fill of inputs of whole numbers whose use the kernel's text tells: offsets ascend to the number of elements
// that they delimit, places lie within the array they lead into. `notes` gets a sentence about each.
void assume_fills(Problem& problem, const SourceFunction& function, std::vector<std::string>& notes);

}  // namespace whet
