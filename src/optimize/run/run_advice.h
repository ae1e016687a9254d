// What patterns of earlier runs say about a new one, and what a run notes so that others can learn from it.
#pragma once

#include "learn/advice.h"
#include "optimize/run/opened_run.h"

namespace whet {

// What the kernel of a run is, as patterns know it.
struct RunSubject {
  store::PatternSubject subject;
  store::PatternPlace place;
};

// `problem` has the sizes of the run. Nothing where nobody looks, or its sizes do not resolve.
std::optional<RunSubject> subject_of_run(const Problem& problem, const store::Run& run,
                                         const Architecture& architecture, const RunFiles& files);

// Adds what patterns say to the settings, after what the kernel's own lessons say.
Result<learn::Advice> take_advice(const RunSubject& subject, const std::vector<write::WrittenKernel>& kernels,
                                  store::Store& store, OptimizeSettings& settings);

// Stores what the kernel is, and which patterns gave which candidates.
Result<void> note_subject(const RunSubject& subject, const learn::Advice& advice, store::RunId run,
                          store::Store& store);

// Stores what binds the original, once for a run.
Result<void> note_bottleneck(const std::string& bottleneck, store::RunId run, store::Store& store);

}  // namespace whet
