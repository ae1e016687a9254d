// What a kernel's PTX asks of others while it runs, and so may get one answer or another to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

// It has atomics, barriers in memory, or loads that see what other threads write meanwhile.
bool meets_other_threads(std::string_view ptx);

// "`%clock64`": what it asks for the time.
std::vector<std::string> timers_asked(std::string_view ptx);

}  // namespace whet
