// Writes a problem as problem.toml; parse_problem reads it back as the same problem.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "problem/file/problem.h"

namespace whet {

// Files are relative to the problem's directory. Defaults are left out, comments are not kept.
std::string write_problem(const Problem& problem);

// Flags, scratch, launches and defines of a candidate, as in its sidecar or leading block. In formulas, the values of
// `tunables` replace the names, so that they are valid for a problem without these tunables.
std::string write_candidate(const Problem& candidate, const std::map<std::string, int64_t>& tunables = {});

}  // namespace whet
