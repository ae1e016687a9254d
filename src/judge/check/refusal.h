// A candidate that is refused before it is a program.
#pragma once

#include <optional>

#include "judge/check/check.h"

namespace whet {

// What is said of it where that is its own doing: its compiler never came to an end (failed), or it asks for its
// surroundings (invalid). Nothing where the error is another's or a mere mistake.
std::optional<CheckReport> report_of_refusal(const Problem& candidate, const Error& error);

}  // namespace whet
