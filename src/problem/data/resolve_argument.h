// One argument at one size.
#pragma once

#include "problem/data/numbers.h"

namespace whet {

Result<ResolvedArgument> resolve_argument(const ProblemArgument& argument, const Problem& problem,
                                          const Numbers& numbers);

// As format_bytes, and on past what fits into 64 bits: "4.7 EiB".
std::string human_bytes(double bytes);

}  // namespace whet
