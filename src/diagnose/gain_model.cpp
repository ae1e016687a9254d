#include "diagnose/gain_model.h"

#include <algorithm>

namespace whet {

OptionalNumber gain_after(const RunKnowledge& run, const WorkChange& change) {
  if (!run.profile->shares) return std::nullopt;
  const double after = run.profile->shares->time_after(change);
  return after > 0 ? OptionalNumber(std::max(1.0, 1 / after)) : std::nullopt;
}

void scale_instructions(WorkChange& change, double factor) {
  for (const Resource resource : {Resource::issue, Resource::fma, Resource::alu, Resource::special, Resource::fp16,
                                  Resource::fp64, Resource::latency})
    change.scale(resource, factor);
}

OptionalNumber gain_with(const RunKnowledge& run, Resource resource, double left) {
  WorkChange change;
  return gain_after(run, change.scale(resource, left));
}

}  // namespace whet
