// The parts of problem.toml, one reader each.
#pragma once

#include "problem/problem.h"
#include "problem/section.h"

namespace whet {

Result<void> load_dims(const Section& root, Problem& problem);
Result<void> load_arguments(const Section& root, Problem& problem);
Result<void> load_launches(const Section& root, Problem& problem);
Result<void> load_tunables(const Section& root, Problem& problem);
Result<void> load_defines(const Section& root, Problem& problem);
Result<void> load_reference(const Section& root, Problem& problem);
Result<void> load_precision(const Section& root, Problem& problem);
Result<void> load_work(const Section& root, Problem& problem);
Result<void> load_cases(const Section& root, Problem& problem);

// A number with a type, as [[args]] and the arguments of a launch have it.
Result<ElementType> load_type(const Section& section);

// Every name is given once, and every expression and list uses names that are given.
Result<void> check_names(const Problem& problem);

}  // namespace whet
