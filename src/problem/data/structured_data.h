// Arrays whose values mean something only together: permutations, sorted keys, offsets, columns of sparse rows,
// neighbour lists.
#pragma once

#include <cstdint>
#include <string>

#include "problem/data/resolve.h"

namespace whet {

// Whether the array can hold what its fill asks for; `where` is the place of errors.
Result<void> check_structure(const ResolvedArgument& argument, const std::string& where);
// Columns of sparse rows against the array that delimits them.
Result<void> check_columns(const ResolvedArgument& argument, const std::string& where);

// Of a structured fill, all but generated ones.
std::string structured_data(const ResolvedArgument& argument, uint64_t run_seed);

}  // namespace whet
