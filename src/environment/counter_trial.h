// Reads one hardware counter around one tiny kernel: the only sure way to know that counters may be read. Listing
// metrics, enabling the profiler and configuring it all succeed without the permission; starting it is what fails.
#pragma once

#include "environment/child.h"
#include "environment/machine.h"

namespace whet {

// Child's side. Emits {"cupti": {"version", "path"}}, then {"counters": {"metric", "value", "gpu"}}, or {"failure":
// {...}} with the step, its code and CUPTI's own text for it.
void try_counters(const Machine& machine, const Emit& emit);

}  // namespace whet
