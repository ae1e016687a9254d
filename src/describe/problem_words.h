// The words that a problem has for what a kernel gets: sizes for its parameters, extents of its launch.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lift/reference/cpp_reference.h"
#include "lift/study/size_formula.h"
#include "problem/file/problem.h"

namespace whet {

// The argument that each parameter of the only launch gets. Nothing if the launch passes others than the problem's
// own, in their order.
std::optional<std::vector<const ProblemArgument*>> passed_arguments(const Problem& problem);

// The words refer to the problem, which must outlive them.
lift::SizeWords size_words(const Problem& problem, const std::vector<const ProblemArgument*>& passed);

// For a reference with the parameters that problem/reference.h gives it; nothing if these are not the kernel's, as for
// structs and variables of the module.
std::optional<lift::ReferenceForm> reference_form(const Problem& problem,
                                                  const std::vector<const ProblemArgument*>& passed);

}  // namespace whet
