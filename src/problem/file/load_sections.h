// The parts of problem.toml, one reader each.
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

// `fields` and `align` of a struct.
Result<void> load_struct(const Section& section, ProblemArgument& argument);
// What an array holds before the kernel runs.
Result<FillRule> load_fill(const Section& section, ElementType type, const Problem& problem);
// A key of a fill where there is none to fill: an error.
Result<void> refuse_fill(const Section& section, const std::string& who, bool is_scalar);

// A number with a type, as [[args]] and the arguments of a launch have it.
Result<ElementType> load_type(const Section& section);

// Of the user's headers that the problem's source reaches.
std::vector<std::string> header_texts(const Problem& problem, const FileSystem& files);

// Every launch gets an entry that the source has, and the problem one of its own.
Result<void> find_entries(Problem& problem);

// Every name is given once, and every expression and list uses names that are given.
Result<void> check_names(const Problem& problem);

}  // namespace whet
