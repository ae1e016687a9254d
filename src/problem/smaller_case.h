// A case at smaller sizes, for questions that the real size makes too expensive.
#pragma once

#include <optional>
#include <vector>

#include "problem/data/resolve.h"

namespace whet {

constexpr int64_t k_least_halved = 64;  // smaller extents are tiles and heads, not sizes

// Everything but the sizes as in the case: every extent that is even and larger than `least` is halved. Nothing if
// there is none.
std::optional<ResolvedCase> halved_case(const Problem& problem, const ResolvedCase& from,
                                        int64_t least = k_least_halved);

// Some of at most so many bytes: halved until it fits, then with odd extents, then a quarter of that. Those that the
// problem cannot be resolved at are left out.
std::vector<ResolvedCase> smaller_cases(const Problem& problem, const ResolvedCase& from, uint64_t most_bytes,
                                        int64_t least = k_least_halved);

}  // namespace whet
