// Translates Python conditions, as in T1 files and Kernel Tuner's restrictions, into whet's expression language.
//
//   32 <= bx * by <= 1024            ->  (32 <= (bx * by)) and ((bx * by) <= 1024)
//   tile in (1, 2)                   ->  ((tile == 1) or (tile == 2))
//   n // bx ** 2 == 0                ->  (floor(n / pow(bx, 2)) == 0)
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace whet::search {

// Accepts numbers, names, strings, True and False; or, and, not, comparisons (also chained), in, + - * / // % **, and
// calls of min, max, abs, round and pow. Anything else is an error.
Result<std::string> from_python(std::string_view text);

}  // namespace whet::search
