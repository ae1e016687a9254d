// What a kernel's PTX asks of others while it runs, and so may get one answer or another to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

// It has atomics, barriers in memory, or loads that see what other threads write meanwhile.
bool meets_other_threads(std::string_view ptx);

// "`%clock64`": clocks and the like that it reads (vgpu/program/surroundings.h).
std::vector<std::string> surroundings_asked(std::string_view ptx);

}  // namespace whet
