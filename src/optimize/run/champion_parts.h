// What each change of a champion is worth, and the champion without the changes that bring nothing.
#pragma once

#include "optimize/ablation/candidate_builder.h"
#include "optimize/run/active_run.h"

namespace whet {

// Tries the champion without each of its changes. Changes that bring nothing are taken back together if that is no
// slower; the simpler champion is confirmed like any other. Steps that there is no time for are listed in the result;
// time for the table by size is reserved first. With a builder, what edits claim is looked for in the machine code.
Result<void> take_champion_apart(ActiveRun& state, const Proposer& proposer, OptimizeResult& result,
                                 const CandidateBuilder* builder = nullptr);

}  // namespace whet
