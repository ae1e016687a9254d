// In which order the parts of a meaning can be computed.
#pragma once

#include <vector>

#include "lift/evaluate/dependence.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

// Conditions that read no array first: they may be what protects a load in another.
std::vector<Expr> conditions_in_order(const Arena& arena, const std::vector<Expr>& conditions);

// The indices of a statement so that each range depends on earlier ones alone: i < n before k < n - i.
std::vector<SpaceIndex> loops_in_order(Dependence& dependence, const std::vector<SpaceIndex>& space);

}  // namespace whet::lift
