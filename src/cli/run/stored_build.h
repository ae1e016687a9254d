// The kernels of a run, made again from what the store holds; the cache has their builds as a rule.
#pragma once

#include "cli/frame/context.h"
#include "problem/accepted_files.h"
#include "problem/build.h"
#include "problem/tuning.h"
#include "report/folder/run_folder.h"
#include "store/store.h"

namespace whet {

// A candidate as its problem says it, ready to be resolved and compiled.
struct StoredKernel {
  TunedProblem candidate;
  ResolvedCase resolved;   // its first case
  CompileRequest request;  // for no architecture yet
  StandaloneText text;     // it as one file
};
Result<StoredKernel> stored_kernel(const store::CandidateRecord& record, const Problem& problem,
                                   const std::map<std::string, int64_t>& dims = {});

// What a run's report can be given besides the store. A problem that is gone, no longer fits or does not compile costs
// only the inspection; `without_builds` says why.
// `folder` is where it will be written.
RunFolderInputs folder_inputs(store::Store& store, const store::Run& run, const std::string& folder, Context& context);

}  // namespace whet
