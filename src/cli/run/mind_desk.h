// What minds of a run are told, and where their calls are written down.
#pragma once

#include "cli/frame/context.h"
#include "consult/calls/mind_calls.h"
#include "optimize/optimize_result.h"
#include "optimize/run/opened_run.h"

namespace whet {

// The kernel's meaning, its cases, the lessons on it, and how a version of it is studied. The run and the context must
// outlive it.
MindBrief brief_for(OpenedRun& run, Context& context);

// Calls are kept in the run's ledger; with --transcripts, prompts and answers in its folder too. `stopped` ends a call.
consult::CallServices call_services(OpenedRun& run, RunLedger& ledger, std::function<bool()> stopped, Context& context);

// Stores, for the reports of a run that ended, why minds were asked no further, and what was tried if nothing was
// gained.
Result<void> note_minds(OpenedRun& run, const OptimizeResult& result);

}  // namespace whet
