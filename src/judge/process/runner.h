// The process in which candidates run: confines itself, opens a device, and serves it until the judge hangs up.
#pragma once

#include "util/result.h"
#include "util/system/knowledge.h"
#include "util/system/shared_memory.h"

namespace whet {

// Serves on `socket`; arrays pass through `window`. The judge's first message is {"call": "open", ...} with a
// RunnerSettings; the answer has the device's facts and the sandbox level. Returns when the judge has hung up.
Result<void> run_runner(int socket, const SharedMemory& window, const Knowledge& knowledge);

}  // namespace whet
