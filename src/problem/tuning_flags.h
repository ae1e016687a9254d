// Tunables of the compiler, as far as the problem's precision allows them.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "source/text/outline.h"
#include "source/tunable/tunables.h"

namespace whet {

// Faster, less exact arithmetic: nothing of it where results must be exact, division and roots within 2 units of the
// last place for fp32, all of -use_fast_math for classes below. Flags for what the source does not do are left out.
std::vector<FoundTunable> flag_tunables(const Problem& problem, const Outline& read);

// What the compiler is told for a value.
void add_flags(const FoundTunable& tunable, int64_t value, std::vector<std::string>& flags);

}  // namespace whet
