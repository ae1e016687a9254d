// Patterns as a file, to take them from one project to another.
//
//   [[pattern]]
//   family = "row reduction"
//   kind = "written"
//   tried = "rows kThreads=256 kVector=4"
//   ...
//
// The file is data and nothing else: what it names is looked up among what whet itself can write, and judged like all
// else. It can change the order in which candidates are tried, and no verdict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/pattern.h"
#include "util/result.h"

namespace whet::learn {

std::string write_patterns(const std::vector<store::Pattern>& patterns);

// Refuses a file as a whole: unknown keys, texts that are no pattern of their kind, numbers that cannot be, control
// characters, more than 10,000 patterns or 8 MiB. Errors have "file:line".
Result<std::vector<store::Pattern>> read_patterns(std::string_view text, const std::string& file);

}  // namespace whet::learn
