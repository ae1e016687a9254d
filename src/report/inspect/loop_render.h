// Draws the loops of an InspectView.
#pragma once

#include "report/inspect/inspect_view.h"

namespace whet {

// The hot loop, or the whole kernel, in a few lines.
void render_hot(const LoopView& loop, Canvas& canvas);

// Every loop as a row of a table, indented by depth.
void render_loops(const KernelView& kernel, Canvas& canvas);

}  // namespace whet
