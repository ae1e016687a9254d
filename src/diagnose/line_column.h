// The counts of a source line by which a rule says where its evidence is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/line_counts.h"

namespace whet {

using LineColumn = double (*)(const LineCounts&);

// "load_excess"; nullptr: there is no such column.
LineColumn find_line_column(std::string_view name);
std::vector<std::string> line_column_names();

// The line with most of it; nullptr: no line has any.
const LineCounts* worst_line(const CountedLines& counted, std::string_view column);

}  // namespace whet
