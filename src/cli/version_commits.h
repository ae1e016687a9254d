// With --commit: the versions of a run that led become commits on a branch of their own in the user's repository, once
// the last of them is confirmed. Nothing else there is touched.
#pragma once

#include "cli/context.h"
#include "problem/problem.h"
#include "store/store.h"

namespace whet {

// Looked at before any work is done: that there is a repository with git and a name to commit under, that it has the
// problem's files as they are, and that the branch can be. What it gives is kept in the run's settings.
Result<Json> plan_commits(const Problem& problem, Context& context);
void keep_plan(const Json& plan, store::Run& run);
bool has_plan(const store::Run& run);

// Whether a run that was to commit its versions ended with a gain and has not committed all of them.
Result<bool> owes_commits(store::Store& store, store::RunId run);
// Those that are not there yet; none for a run that was not to, or gained nothing. What goes wrong costs nothing else:
// `whet resume` makes them then.
Result<void> make_commits(store::Store& store, store::RunId run, const Problem& problem, Context& context);

}  // namespace whet
