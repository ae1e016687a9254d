// The type of a function that confines a compiler's process; a layer above provides it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

// Permanently denies the calling process all files except `readable`, and everything else that a compiler does not
// need.
using ConfineProcess = std::function<Result<void>(const std::vector<std::string>& readable)>;

}  // namespace whet
