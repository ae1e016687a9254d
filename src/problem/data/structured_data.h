// Arrays whose values are meaningful only together: permutations, sorted keys, offsets, columns of sparse rows,
// neighbour lists.
#pragma once

#include <cstdint>
#include <string>

#include "problem/data/resolve.h"

namespace whet {

// Checks that the array can hold what its fill asks for; errors name `where` as their place.
Result<void> check_structure(const ResolvedArgument& argument, const std::string& where);
// Checks columns of sparse rows against the array that delimits them.
Result<void> check_columns(const ResolvedArgument& argument, const std::string& where);

// The bytes for a structured fill, except for generated ones.
std::string structured_data(const ResolvedArgument& argument, uint64_t run_seed);

}  // namespace whet
