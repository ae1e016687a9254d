// What a kernel executes, functions that it calls included, and how exactly it computes.
#pragma once

#include <vector>

#include "lift/evaluate/estimate.h"
#include "ptx/module.h"

namespace whet::lift {

// The kernel first.
std::vector<const ptx::Function*> reached_functions(const ptx::Module& module, const ptx::Function& kernel);

// Whether numbers of two bytes are bfloats wherever the code says what they are.
bool has_bfloats_only(const std::vector<const ptx::Function*>& functions);

// Twice the rounding of the least exact arithmetic: 2^-52 if all of it is fp64.
Precision precision_of(const std::vector<const ptx::Function*>& functions);

}  // namespace whet::lift
