#include "optimize/score/run_scale.h"

#include <algorithm>

#include "hardware/gpu.h"
#include "judge/timing/timing.h"
#include "vgpu/time/time_model.h"

namespace whet {

namespace {

double first_seconds(const CandidateVerdict& verdict) {
  return verdict.timings.empty() ? 0 : verdict.timings.front().seconds;
}

// No kernel reaches the data sheet's bandwidth. Where `whet calibrate` did not measure it, the attainable part is that
// which was fitted on kernels measured on the same kind of GPU.
Ceilings attainable_ceilings(const Gpu& gpu, const Knowledge& knowledge) {
  Ceilings limits = ceilings(gpu);
  const auto fitted = vgpu::time_parameters(gpu, knowledge);
  const bool known = fitted.ok() && fitted->calibrated_on == gpu.product.id && fitted->dram_efficiency > 0;
  if (known && limits.dram && limits.dram->origin == RateOrigin::sourced)
    limits.dram->per_second *= fitted->dram_efficiency;
  return limits;
}

}  // namespace

Result<RunScale> RunScale::make(const Problem& problem, const std::map<std::string, int64_t>& dims,
                                const CandidateVerdict& original, const Gpu& gpu, const Knowledge& knowledge) {
  std::vector<ScoredCase> cases;
  for (const ProblemCase& each : problem.cases) cases.push_back({each.name, each.weight, each.held_out});
  ResolveOptions options;
  options.dims = dims;
  TRY(resolved, resolve_case(problem, problem.cases.front(), options));
  TRY(measurements, Hardware(knowledge).measurements());
  FloorInput input = floor_input(problem, resolved);
  if (!original.timings.empty()) input.empty_seconds = original.timings.front().sampling.empty_seconds;
  PhysicsFloor floor = roofline(input, gpu, measurements);
  // A ceiling that was derived from one kernel ends no search.
  const bool is_derived = input.is_bytes_derived || input.is_flops_derived;
  Reachable reach;
  if (!is_derived) {
    const Ceilings limits = attainable_ceilings(gpu, knowledge);
    const bool has_work = input.bytes || input.flops;
    if (has_work) reach = reachable(reachable_work(input, limits), limits, input.empty_seconds);
  }
  return RunScale(std::move(cases), original, std::move(floor), std::move(reach));
}

double RunScale::seconds_of(const CandidateVerdict& verdict) const {
  return seconds_of(verdict.timings);
}

double RunScale::seconds_of(const std::vector<CaseTiming>& timings) const {
  if (timings.empty()) return 0;
  std::vector<double> seconds;
  double ratio = 1;
  for (size_t i = 0; i < original_.size(); ++i) {
    if (i < timings.size()) ratio = timings[i].seconds / original_[i].seconds;
    seconds.push_back(original_[i].seconds * ratio);
  }
  return overall(cases_, seconds);
}

std::optional<store::Speedup> RunScale::speedup_of(const CandidateVerdict& verdict) const {
  if (!is_sound(verdict.outcome) || verdict.timings.empty()) return std::nullopt;
  const double speedup = seconds_of(original_) / seconds_of(verdict.timings);
  return store::Speedup{speedup, speedup, speedup};
}

search::Outcome RunScale::outcome_of(const CandidateVerdict& verdict) const {
  using search::Failure;
  if (verdict.id == 0) return search::Outcome::failed(Failure::compile);
  if (verdict.outcome == Outcome::wrong || verdict.outcome == Outcome::invalid)
    return search::Outcome::failed(Failure::wrong);
  if (!is_sound(verdict.outcome) || verdict.timings.empty()) return search::Outcome::failed(Failure::launch);
  return search::Outcome::time(seconds_of(verdict));
}

double RunScale::share(const CandidateVerdict& verdict) const {
  return share(first_seconds(verdict));
}

double RunScale::attained(const CandidateVerdict& verdict) const {
  const double seconds = first_seconds(verdict);
  return reach_.share(seconds);
}

std::vector<Incumbent> incumbents_of(const CandidateVerdict& leader) {
  std::vector<Incumbent> incumbents;
  for (const CaseTiming& timing : leader.timings) {
    incumbents.push_back({timing.seconds, spread(seconds_of(timing.sampling)).third_quartile});
  }
  return incumbents;
}

}  // namespace whet
