// Where the warps of a launch were seen by samples: its lines and its machine instructions.
#pragma once

#include "diagnose/diagnosis_record.h"
#include "report/canvas/canvas.h"

namespace whet {

// The launch must have samples. `all`: every place, not the hottest alone.
void render_samples(const LaunchRecord& launch, bool all, Canvas& canvas);

}  // namespace whet
