// Compiler flags as tunables, as far as the problem's precision allows them.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "source/text/outline.h"
#include "source/tunable/tunables.h"

namespace whet {

// Faster, less accurate arithmetic: none if results must be exact, division and roots within 2 units in the last place
// for fp32, all of -use_fast_math for less accurate classes. Flags for operations that the source does not have are
// left out.
std::vector<FoundTunable> flag_tunables(const Problem& problem, const Outline& read);

// Adds the compiler flags for a value.
void add_flags(const FoundTunable& tunable, int64_t value, std::vector<std::string>& flags);

}  // namespace whet
