// Source lines that call precise math functions, or divide with correct rounding.
#pragma once

#include <functional>
#include <string>

#include "profile/line_counts.h"

namespace whet {

// The content of a source file by the compiler's name for it; empty if it cannot be read.
using SourceText = std::function<std::string(const std::string& file)>;

// "expf", "sin"; not "__expf", which is an intrinsic.
bool calls_precise_function(const std::string& line);

// The share of the issued instructions that were made from such lines.
double function_share(const CountedLines& counted, const SourceText& source);

}  // namespace whet
