// The subjects under which metrics are listed, by their names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

// In the order in which they are shown.
const std::vector<std::string>& metric_group_titles();
size_t metric_group(std::string_view metric);

}  // namespace whet
