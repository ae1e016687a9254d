// The machine instructions at which the warps of a launch were seen by samples.
#pragma once

#include "profile/sampled_code.h"
#include "report/canvas/canvas.h"

namespace whet {

// `all`: every place, not the hottest alone.
void render_samples(const SampledCode& code, bool all, Canvas& canvas);

}  // namespace whet
