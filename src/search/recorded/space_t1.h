// Tuning problems in the T1 format of the autotuning community: tunables and conditions, both given as Python
// expressions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/space/constraint.h"

namespace whet::search {

// The search space of a T1 file.
struct T1Space {
  std::string kernel;  // empty when the file has none
  std::vector<Axis> axes;
  std::vector<Constraint> constraints;
};

// Values are a JSON list or a text: "[16, 32, 'auto']", "range(1, 9)", "list(range(0, 64, 16))", "[2**i for i in
// range(5)]".
Result<T1Space> read_t1(std::string_view text);

}  // namespace whet::search
