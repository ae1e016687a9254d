// Drafts of the stores of one kernel made into as few as possible.
#pragma once

#include "lift/expression/print.h"
#include "lift/meaning/draft.h"

namespace whet::lift {

// Stores to the same place under different guards become one with a choice; stores that differ by a step become one
// with an index more.
std::vector<Draft> join_stores(Arena& arena, std::vector<Draft> drafts);

// A draft whose range continues that of another with the same function is joined to it: vector body and scalar tail.
std::vector<Draft> join_tails(Arena& arena, std::vector<Draft> drafts);

// Reductions of one value over parts of a range, or over interleaved parts, become one.
Expr join_reductions(Arena& arena, Expr e);

// Indices that do not say where an update goes become a reduction:
//   forall i < n: out[0] += x[i]  ->  out[0] += sum(k < n: x[k])
// and a reduction that asks for one element becomes an update of that element:
//   forall j < m: out[j] += sum(k < n: key[k] == j ? 1 : 0)  ->  forall k < n: out[key[k]] += 1
// The keys are then assumed to be below m.
void gather_updates(Arena& arena, Draft& draft, const Names& names, std::set<std::string>& assumptions);

}  // namespace whet::lift
