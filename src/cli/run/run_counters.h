// Counters of a real GPU for `whet run --counters`, under the names that the virtual GPU uses too.
#pragma once

#include "cli/frame/context.h"
#include "diagnose/diagnose_problem.h"
#include "report/run/run_view.h"

namespace whet {

// Adds counters and advice to the launches of the view. If they cannot be had, a note says why.
void add_measured_counters(const DiagnoseRequest& request, Device& device, const Context& context, RunView& view);

}  // namespace whet
