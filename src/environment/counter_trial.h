// Reads one hardware counter around one tiny kernel: the only reliable way to know that counters may be read. Listing
// metrics, enabling the profiler and configuring it succeed without the permission; only starting it fails.
#pragma once

#include "environment/child.h"
#include "environment/machine.h"

namespace whet {

// Runs in the child. Emits {"cupti": {"version", "path"}}, then {"counters": {"metric", "value", "gpu"}}, or
// {"failure": {...}} with the step, its code and CUPTI's text for it.
void try_counters(const Machine& machine, const Emit& emit);

}  // namespace whet
