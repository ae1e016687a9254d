// Conditions as Python writes them, in whet's language: what T1 files and Kernel Tuner's restrictions are made of.
//
//   32 <= bx * by <= 1024 and tile in (1, 2)   ->  ((32 <= (bx * by)) and ((bx * by) <= 1024)) and ((tile == 1) or
//   (tile == 2)) n // bx ** 2 == 0 or mode == "fast"        ->  (floor((n / pow(bx, 2))) == 0) or (mode == fast)
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace whet::search {

// Numbers, names, texts, True and False; or, and, not, comparisons (chained ones too), in, + - * / // % **, calls of
// min, max, abs, round and pow. Errors: anything else.
Result<std::string> from_python(std::string_view text);

}  // namespace whet::search
