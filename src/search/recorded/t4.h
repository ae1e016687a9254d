// Results in the T4 format of the autotuning community: one JSON object for each configuration that was tried.
#pragma once

#include <string>
#include <string_view>

#include "search/recorded/recorded_space.h"

namespace whet::search {

// `compilation_time` as the schema has it and `compilation` as Kernel Tuner writes it; the kind of each failure; times
// in milliseconds, which the file says.
std::string write_t4(const RecordedSpace& recorded);
// The values of a tunable are those that occur, numbers in ascending order.
Result<RecordedSpace> read_t4(std::string_view text);

// A cache of Kernel Tuner or T4 results, whichever it is.
Result<RecordedSpace> read_recorded(std::string_view text);

}  // namespace whet::search
