// The launch's time after a change of its work, for the gains that are made of it.
#pragma once

#include "diagnose/run_numbers.h"

namespace whet {

inline constexpr double k_tile_reuse = 0.25;  // loads left when a tile of 4 is kept in registers or shared memory

OptionalNumber gain_after(const RunKnowledge& run, const WorkChange& change);
// With so much left of the work of one resource.
OptionalNumber gain_with(const RunKnowledge& run, Resource resource, double left);
// Everything that instructions keep busy.
void scale_instructions(WorkChange& change, double factor);

// Gains of the memory system.
OptionalNumber coalesced(const RunKnowledge& run, bool loads, bool stores);
OptionalNumber no_conflicts(const RunKnowledge& run);
OptionalNumber no_local(const RunKnowledge& run);
OptionalNumber wide_access(const RunKnowledge& run);
OptionalNumber l2_reuse(const RunKnowledge& run);
OptionalNumber reuse(const RunKnowledge& run);

}  // namespace whet
