#include "optimize/run_dispatch.h"

#include <algorithm>

#include <fmt/format.h>

namespace whet {

namespace {

constexpr double k_margin = 0.03;  // screening takes few samples

DispatchVariant variant_of(const ArchivedCandidate& candidate, const Proposal& standard) {
  if (!candidate.proposal.source.empty())
    return {fmt::format("candidate {}, {}", candidate.index, describe(candidate.proposal)), {}};
  DispatchVariant variant{describe(candidate.proposal), candidate.proposal.tunables};
  variant.tunables.insert(standard.tunables.begin(), standard.tunables.end());
  return variant;
}

// Cases are timed in order; those after one that was clearly slower are not.
std::vector<double> seconds_of(const WorkerVerdict& verdict, size_t cases) {
  std::vector<double> seconds(cases, 0);
  for (size_t i = 0; i < std::min(cases, verdict.timings.size()); ++i) seconds[i] = verdict.timings[i].seconds;
  return seconds;
}

DispatchInput input_of(const DispatchedRun& run, const std::vector<const ArchivedCandidate*>& tried) {
  DispatchInput input;
  for (const ResolvedCase& each : run.cases) {
    DispatchCase added{{each.name, each.weight, each.held_out}, {}};
    for (const NamedNumber& dim : each.dims) added.dims[dim.name] = dim.value;
    input.cases.push_back(std::move(added));
  }
  DispatchTimes times{run.architecture, {}};
  for (const ArchivedCandidate* candidate : tried) {
    if (!candidate->verdict || !is_sound(candidate->verdict->outcome)) continue;
    input.variants.push_back(variant_of(*candidate, run.standard));
    times.seconds.push_back(seconds_of(*candidate->verdict, run.cases.size()));
  }
  input.devices.push_back(std::move(times));
  return input;
}

}  // namespace

std::optional<RunDispatch> dispatch_of(const DispatchedRun& run, const std::vector<const ArchivedCandidate*>& tried) {
  if (run.cases.size() < 2) return std::nullopt;
  const DispatchInput input = input_of(run, tried);
  const auto dispatch = make_dispatch(input, k_margin);
  if (!dispatch || !dispatch->worthwhile()) return std::nullopt;
  const std::string origin = std::string(name_of(run.origin)) + ", screened";
  return RunDispatch{dispatch->devices.front().gain, dispatch_header(input, *dispatch, {run.kernel, origin})};
}

}  // namespace whet
