// Rebuilds the kernels of a run from the store; the compile cache usually has their builds.
#pragma once

#include "cli/frame/context.h"
#include "problem/accepted_files.h"
#include "problem/build.h"
#include "problem/tuning.h"
#include "report/folder/run_folder.h"
#include "store/store.h"

namespace whet {

// A candidate in its problem, ready to be resolved and compiled.
struct StoredKernel {
  TunedProblem candidate;
  ResolvedCase resolved;   // its first case
  CompileRequest request;  // without an architecture yet
  StandaloneText text;     // the kernel as one file
};
Result<StoredKernel> stored_kernel(const store::CandidateRecord& record, const Problem& problem,
                                   const std::map<std::string, int64_t>& dims = {});

// What a run's report needs in addition to the store. If the problem is gone, no longer fits or does not compile, only
// the inspection is missing, and `without_builds` says why. `folder` is the run's folder.
RunFolderInputs folder_inputs(store::Store& store, const store::Run& run, const std::string& folder, Context& context);

}  // namespace whet
