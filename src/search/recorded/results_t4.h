// Results in the T4 format of the autotuning community: one JSON object per configuration tried.
#pragma once

#include <string>
#include <string_view>

#include "search/recorded/recorded_space.h"

namespace whet::search {

// Writes `compilation_time` for the schema and `compilation` for Kernel Tuner, the kind of each failure, and times in
// milliseconds with their unit.
std::string write_t4(const RecordedSpace& recorded);
// A tunable's values are those that occur, numbers in ascending order.
Result<RecordedSpace> read_t4(std::string_view text);

// Reads a Kernel Tuner cache or T4 results and finds out which it is.
Result<RecordedSpace> read_recorded(std::string_view text);

}  // namespace whet::search
