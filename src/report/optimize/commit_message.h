// The message of a version's commit: the gain with its interval, the device, and the run.
#pragma once

#include <string>
#include <vector>

#include "report/optimize/optimize_view.h"

namespace whet {

// `step` is one of the view's path. The last one is the champion, with the figures of its confirmation; earlier ones
// have those of the time when they led. `flags` are the compiler's, which the figures depend on.
std::string commit_message(const OptimizeView& view, const ChampionStep& step, const std::vector<std::string>& flags);

}  // namespace whet
