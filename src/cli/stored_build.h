// The kernels of a run's baseline and champion, compiled again from what the store holds; the cache has them as a rule.
#pragma once

#include "cli/context.h"
#include "report/run_folder.h"
#include "store/store.h"

namespace whet {

// What a run's report can be given besides the store. A problem that is gone, no longer fits or does not compile costs
// the inspection alone, and is told in `without_builds`.
RunFolderInputs folder_inputs(store::Store& store, const store::Run& run, Context& context);

}  // namespace whet
