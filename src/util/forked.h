// Work done in a child process, so that a crash or a hang of it costs nothing but its answer.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "util/result.h"

namespace whet {

// What `work` returned in a fork of this process. An error says how it ended otherwise: killed by a signal, past the
// limit. Call it while no other thread runs.
Result<std::string> run_forked(const std::function<std::string()>& work, std::chrono::milliseconds limit);

}  // namespace whet
