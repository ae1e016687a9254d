// The readers of the parts of problem.toml.
#pragma once

#include "problem/file/problem.h"
#include "problem/file/section.h"

namespace whet {

Result<void> load_compiling(const Section& root, Problem& problem);  // include and flags
Result<void> load_dims(const Section& root, Problem& problem);
Result<void> load_arguments(const Section& root, Problem& problem);
Result<void> load_variables(const Section& root, Problem& problem);
Result<void> load_scratch(const Section& root, Problem& problem);
Result<void> load_launches(const Section& root, Problem& problem);
Result<void> load_tunables(const Section& root, Problem& problem);
Result<void> load_defines(const Section& root, Problem& problem);
Result<void> load_reference(const Section& root, Problem& problem);
Result<void> load_precision(const Section& root, Problem& problem);
Result<void> load_work(const Section& root, Problem& problem);
Result<void> load_cases(const Section& root, Problem& problem);

// Reads `fields` and `align` of a struct.
Result<void> load_struct(const Section& section, ProblemArgument& argument);
// Reads what an array holds before the kernel runs.
Result<FillRule> load_fill(const Section& section, ElementType type, const Problem& problem);
// It is an error to give a key of a fill to something that is not filled.
Result<void> refuse_fill(const Section& section, const std::string& who, bool is_scalar);

// The type of a number, as in [[args]] and in the arguments of a launch.
Result<ElementType> load_type(const Section& section);

// The texts of the user's headers that the problem's source includes.
std::vector<std::string> header_texts(const Problem& problem, const FileSystem& files);

// Sets an entry that the source has for every launch, and one for the problem.
Result<void> find_entries(Problem& problem);

// Checks that every name is defined once, and that expressions and lists use only defined names.
Result<void> check_names(const Problem& problem);

}  // namespace whet
