// Resolves one argument at one size.
#pragma once

#include "problem/data/numbers.h"

namespace whet {

Result<ResolvedArgument> resolve_argument(const ProblemArgument& argument, const Problem& problem,
                                          const Numbers& numbers);

// Like format_bytes, but also for sizes that do not fit 64 bits: "4.7 EiB".
std::string human_bytes(double bytes);

}  // namespace whet
