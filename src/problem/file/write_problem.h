// A problem as problem.toml: what parse_problem reads back as the same problem.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "problem/file/problem.h"

namespace whet {

// Files are named relative to the problem's directory; what has its default is left out, comments are not kept.
std::string write_problem(const Problem& problem);

// Flags, scratch, launches and defines of a candidate, as its sidecar or leading block says them. Formulas have the
// values of `tunables` in place of the names, so that they hold for a problem that does not know these tunables.
std::string write_candidate(const Problem& candidate, const std::map<std::string, int64_t>& tunables = {});

}  // namespace whet
