// How a process that compiles is confined, by whoever knows how: layers above do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

// Closes to the calling process all files but those it reads, and what else a compiler has no need of; for good.
using ConfineProcess = std::function<Result<void>(const std::vector<std::string>& readable)>;

}  // namespace whet
