// How long the doctor waits. A healthy machine answers everything in well under three seconds.
#pragma once

#include <chrono>

namespace whet {

constexpr std::chrono::milliseconds k_tool_timeout{2500};
// A driver without persistence mode takes seconds to wake its GPUs; longer than this is a hang.
constexpr std::chrono::milliseconds k_driver_timeout{10000};

}  // namespace whet
