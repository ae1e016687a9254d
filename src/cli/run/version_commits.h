// With --commit: the versions of a run that led become commits on their own branch in the user's repository, once the
// last of them is confirmed. Nothing else there is touched.
#pragma once

#include <functional>

#include "cli/frame/context.h"
#include "problem/file/problem.h"
#include "store/store.h"

namespace whet {

// Verifies, before any work is done, that there is a repository and an author, that the problem's files are committed
// without changes, and that the branch can be created; keeps the plan in the run's settings.
std::function<Result<void>(const Problem&, store::Run&)> commit_planner(Context& context);
bool has_plan(const store::Run& run);

// Whether a run that was to commit its versions ended with a gain and has not committed all of them.
Result<bool> owes_commits(store::Store& store, store::RunId run);
// Makes the commits that are missing; none for a run without a plan or without a gain. An error here loses nothing:
// `whet resume` makes the commits later.
Result<void> make_commits(store::Store& store, store::RunId run, const Problem& problem, Context& context);

}  // namespace whet
