// What references on the host and on a GPU ask of a meaning.
#pragma once

#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

constexpr size_t k_longest_reference = 1 << 20;  // characters

// Whether a store could change what another element still reads: then all stores come last.
bool stores_must_wait(const Arena& arena, const Meaning& meaning);

// Whether the value may have more bits than the element, of which it keeps the low ones. Indices fit 32 bits.
bool may_wrap(const Arena& arena, const Statement& statement, bool is_unsigned);

// Indices that reductions depend on come first, so that no reduction is computed again for each of the others: the
// statistics of a column once, not once for each of its rows.
std::vector<SpaceIndex> loops_around_reductions(const Arena& arena, const Statement& statement,
                                                std::vector<SpaceIndex> loops);

// The expressions of a statement that are evaluated for each of its elements.
std::vector<Expr> roots_of(const Statement& statement);

}  // namespace whet::lift
