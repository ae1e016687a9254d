// What the commit of an accepted version says: the gain with its interval, on what, and which run it is of.
#pragma once

#include <string>
#include <vector>

#include "report/optimize/optimize_view.h"

namespace whet {

// `step` is of the view's path. Its last one is the champion, with the figures of its confirmation; those before it
// have what they were when they led. `flags`: of the compiler, without which the figures do not hold.
std::string commit_message(const OptimizeView& view, const ChampionStep& step, const std::vector<std::string>& flags);

}  // namespace whet
