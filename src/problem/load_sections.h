// The parts of problem.toml, one reader each.
#pragma once

#include "problem/problem.h"
#include "problem/section.h"

namespace whet {

Result<void> load_dims(const Section& root, Problem& problem);
Result<void> load_arguments(const Section& root, Problem& problem);
Result<void> load_scratch(const Section& root, Problem& problem);
Result<void> load_launches(const Section& root, Problem& problem);
Result<void> load_tunables(const Section& root, Problem& problem);
Result<void> load_defines(const Section& root, Problem& problem);
Result<void> load_reference(const Section& root, Problem& problem);
Result<void> load_precision(const Section& root, Problem& problem);
Result<void> load_work(const Section& root, Problem& problem);
Result<void> load_cases(const Section& root, Problem& problem);

// A number with a type, as [[args]] and the arguments of a launch have it.
Result<ElementType> load_type(const Section& section);

// Every launch gets an entry that the source has, and the problem one of its own.
Result<void> find_entries(Problem& problem);

// Every name is given once, and every expression and list uses names that are given.
Result<void> check_names(const Problem& problem);

}  // namespace whet
