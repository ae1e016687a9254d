// What a problem says of the subject of a kernel: its cases, its arguments, the sizes of its first case.
#pragma once

#include "problem/file/problem.h"
#include "write/subject/subject.h"

namespace whet::write {

// The problem with numbers in place of tunables, as its source has them: a written kernel has other sources, whose
// tunables would be other numbers.
Result<Problem> settled(Problem problem);

// Those that are judged: a case that is only held out has no part in what is written.
std::vector<SubjectCase> cases_of(const Problem& problem);

// The value of a size at the first case of the problem. `words` must outlive it.
std::function<std::optional<int64_t>(Expr)> sizes_of(lift::Arena& arena, const lift::SizeWords& words,
                                                     const Problem& problem);

// What the problem says of the argument that is passed for the parameter.
void note_argument(const Problem& problem, const ProblemArgument& argument, SubjectParameter& parameter);

// Whether the class that the problem names is tf32 or less exact. One that follows from the outputs' types allows
// nothing.
bool allows_tf32(const Problem& problem);
// What the problem names, or the most exact class of what is stored.
PrecisionClass precision_of_results(const Problem& problem, const std::vector<SubjectParameter>& parameters);

// "softmax_written" of "ns::softmax<256>"
std::string written_name(const std::string& entry);

}  // namespace whet::write
