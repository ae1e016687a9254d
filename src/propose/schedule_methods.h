// Which methods of knowledge/methods a written kernel carries out, so that a plan can say which of its likes come
// first.
//
//   tiles kVector=4   ->  memory.bank_conflict, memory.coalesced_access, memory.tiling_smem, memory.vectorized_access
#pragma once

#include <set>
#include <string>

#include "diagnose/plan.h"
#include "write/text/written.h"

namespace whet {

// By its schedules and its numbers.
std::set<std::string> methods_of(const write::WrittenKernel& kernel);

// The method that a number of this name and value carries out; empty: none.
std::string method_of(const std::string& constant, int64_t value);

// How much of the plan the kernel carries out, from 0 to 1; a method counts more the earlier the plan has it.
double share_of_plan(const write::WrittenKernel& kernel, const Plan& plan);

}  // namespace whet
