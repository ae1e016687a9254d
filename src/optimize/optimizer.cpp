#include "optimize/optimizer.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "hardware/gpu.h"
#include "problem/data.h"

namespace whet {

namespace {

constexpr uint64_t k_data_number = 101, k_confirm_number = 102, k_restart_number = 103;
constexpr size_t k_most_rivals =
    2;  // a round, that are compared with the leader: near the best many look faster by luck

store::Speedup stored(const OverallComparison& comparison) {
  return {comparison.speedup, comparison.low, comparison.high};
}

bool stored_already(const std::vector<store::Attribution>& known, const store::Attribution& attribution) {
  return std::any_of(known.begin(), known.end(),
                     [&](const store::Attribution& each) { return each.name == attribution.name; });
}

}  // namespace

void Optimizer::tell(const std::string& now) const {
  if (!services_.progress) return;
  OptimizeProgress progress;
  progress.round = rounds_;
  progress.candidates = tried_.size();
  if (leader_ && leader_->verdict && original_->verdict)
    progress.best_speedup = seconds_of(*original_->verdict) / seconds_of(*leader_->verdict);
  progress.seconds_left = std::max(0.0, settings_.most_seconds - seconds());
  progress.now = now;
  services_.progress(progress);
}

double Optimizer::seconds() const {
  return services_.archive.seconds_before() + 1e-9 * static_cast<double>(services_.clock.monotonic_ns() - begin_ns_);
}

Result<OptimizeResult> Optimizer::run(const std::string& problem_path) {
  TRY_VOID(open(problem_path));
  OptimizeResult result;
  result.champion = *original_;
  if (!is_sound(original_->verdict->outcome)) {
    result.end = OptimizeEnd::bad_original;
    result.reason = original_->verdict->reason;
    return finish(std::move(result));
  }
  std::string stop = stop_reason();
  while (stop.empty()) {
    TRY(more, round());
    TRY_VOID(services_.archive.note_time(seconds()));
    stop = more ? stop_reason() : "every candidate was tried";
  }
  result.reason = stop;
  if (services_.interrupted()) {
    result.end = OptimizeEnd::stopped;
    return finish(std::move(result));
  }
  TRY_VOID(confirm(result));
  if (result.end == OptimizeEnd::faster) TRY_VOID(ablate(result));
  return finish(std::move(result));
}

Result<void> Optimizer::open(const std::string& problem_path) {
  tell("opening the device, asking the reference");
  WorkerOrder order{problem_path, settings_.device, random_bits(settings_.seed, k_data_number), settings_.dims};
  TRY(opened, services_.worker.open(order, services_.knowledge));
  for (const ProblemCase& each : problem_.cases) cases_.push_back({each.name, each.weight, each.held_out});
  TRY(original, services_.archive.candidate({}, 0));
  original_ = leader_ = original;
  TRY_VOID(services_.store.set_baseline(run_.id, original->id));
  if (!original->verdict) TRY_VOID(services_.archive.take(*original, opened.original));
  architecture_ = opened.facts.architecture.sm;
  const std::vector<CaseTiming>& timings = original->verdict->timings;
  if (!timings.empty()) origin_ = timings.front().sampling.origin;
  ResolveOptions options;
  options.dims = settings_.dims;
  TRY(resolved, resolve_case(problem_, problem_.cases.front(), options));
  TRY(measurements, Hardware(services_.knowledge).measurements());
  FloorInput input = floor_input(problem_, resolved);
  if (!timings.empty()) input.empty_seconds = timings.front().sampling.empty_seconds;
  floor_ = physics_floor(input, opened.facts.gpu, measurements);
  return lead(*original);
}

Result<void> Optimizer::go_on(ArchivedCandidate& leader, std::vector<ArchivedCandidate*> tried) {
  tried_ = std::move(tried);
  return lead(leader);
}

std::string Optimizer::stop_reason() const {
  const double reached = share(leader_->verdict->timings.empty() ? 0 : leader_->verdict->timings.front().seconds);
  if (reached >= settings_.enough_share) return fmt::format("{:.0f} % of the ceiling is reached", 100 * reached);
  if (services_.interrupted()) return "stopped by the user";
  if (tried_.size() >= settings_.most_candidates) return fmt::format("{} candidates were tried", tried_.size());
  if (stale_ >= settings_.patience) return fmt::format("no progress in {} rounds", stale_);
  if (seconds() >= settings_.most_seconds) return fmt::format("{:.0f} s are up", settings_.most_seconds);
  return {};
}

Result<bool> Optimizer::round() {
  const size_t room = settings_.most_candidates - tried_.size();
  const std::vector<Proposal> proposals = services_.proposer.propose(std::min(settings_.batch, room));
  if (proposals.empty()) return false;
  ++rounds_;
  tell(fmt::format("round {}: {} candidates", rounds_, proposals.size()));
  TRY(stored, services_.archive.round(static_cast<int>(rounds_), services_.proposer.name(), leader_->id));
  std::vector<ArchivedCandidate*> candidates;
  for (const Proposal& proposal : proposals) {
    TRY(candidate, services_.archive.candidate(proposal, stored, leader_->id));
    candidates.push_back(candidate);
  }
  const ArchivedCandidate* const before = leader_;
  TRY_VOID(services_.archive.judge(candidates, incumbents(), services_.worker));
  TRY_VOID(learn(candidates));
  TRY_VOID(follow(candidates));
  stale_ = leader_ == before ? stale_ + 1 : 0;
  if (stale_ > 0 && stale_ == settings_.patience / 2) TRY_VOID(restart());
  return true;
}

Result<void> Optimizer::learn(const std::vector<ArchivedCandidate*>& candidates) {
  for (ArchivedCandidate* candidate : candidates) {
    services_.proposer.learn(candidate->proposal, outcome_of(*candidate->verdict));
    tried_.push_back(candidate);
    TRY_VOID(remember(*candidate, speedup_of(*candidate->verdict)));
  }
  return {};
}

// On a model the faster of two is known; on a GPU the leader must be beaten in paired rounds.
Result<void> Optimizer::follow(const std::vector<ArchivedCandidate*>& candidates) {
  std::vector<ArchivedCandidate*> promising;
  for (ArchivedCandidate* candidate : candidates) {
    if (candidate->verdict->promising && seconds_of(*candidate->verdict) < seconds_of(*leader_->verdict))
      promising.push_back(candidate);
  }
  std::stable_sort(promising.begin(), promising.end(), [&](const ArchivedCandidate* a, const ArchivedCandidate* b) {
    return seconds_of(*a->verdict) < seconds_of(*b->verdict);
  });
  for (ArchivedCandidate* candidate : std::span(promising).first(std::min(promising.size(), k_most_rivals))) {
    if (origin_ == Origin::modelled) return lead(*candidate);
    tell(fmt::format("round {}: {} against the leader", rounds_, describe(candidate->proposal)));
    TRY(compared, services_.archive.compare("round", *leader_, *candidate, services_.worker, Effort::quick));
    const OverallComparison found = overall(cases_, compared, settings_.margin);
    if (found.outcome == Outcome::faster) return lead(*candidate);
  }
  return {};
}

Result<void> Optimizer::lead(ArchivedCandidate& candidate) {
  leader_ = &candidate;
  const double seconds = candidate.verdict->timings.empty() ? 0 : seconds_of(*candidate.verdict);
  const auto speedup = speedup_of(*candidate.verdict);
  Json event = Json::object();
  event["candidate"] = candidate.id;
  event["seconds"] = seconds;
  event["speedup"] = speedup ? speedup->value : 1;
  event["low"] = speedup ? speedup->low : 1;
  event["high"] = speedup ? speedup->high : 1;
  TRY_VOID(services_.archive.tell("champion", event));
  return services_.store.set_champion(run_.id, candidate.id);
}

// Half of what is known and no lesson is forgotten, so that the search may come by another way. What is chosen is
// stored before it is masked: a run that was killed between the two masks the same.
Result<void> Optimizer::restart() {
  ++restarts_;
  const uint64_t seed = random_bits(settings_.seed, k_restart_number + restarts_);
  TRY(entries, services_.store.memory_of(run_.kernel, store::Store::Masked::included));
  TRY(chosen, services_.archive.once(fmt::format("restart {}", restarts_), [&]() -> Result<Json> {
    return json_array(store::part_to_mask(entries, seed), [](store::MemoryId id) { return Json(id); });
  }));
  std::vector<store::MemoryId> masked;
  std::vector<Proposal> left_out;
  for (const store::MemoryEntry& entry : entries) {
    const auto& ids = *chosen.as_array();
    if (std::none_of(ids.begin(), ids.end(),
                     [&](const Json& id) { return id.as_integer() && *id.as_integer() == entry.id; }))
      continue;
    masked.push_back(entry.id);
    for (const ArchivedCandidate* candidate : tried_) {
      if (entry.run == run_.id && entry.candidate == candidate->id && candidate != leader_)
        left_out.push_back(candidate->proposal);
    }
  }
  TRY_VOID(services_.store.mask(masked));
  services_.proposer.restart(seed, leader_->proposal, left_out);
  return {};
}

// What was chosen among many is lucky as well as good: fresh data, every trial, and the original beside it.
Result<void> Optimizer::confirm(OptimizeResult& result) {
  if (leader_ == original_) return {};
  tell("confirming the champion on fresh data");
  TRY_VOID(services_.worker.renew(random_bits(settings_.seed, k_confirm_number), Effort::full));
  TRY(again, services_.archive.once("confirmation", [&]() -> Result<Json> {
    TRY(verdicts, services_.worker.judge({worker_candidate(leader_->proposal, {})}));
    return to_json(verdicts.front());
  }));
  TRY(verdict, verdict_from(again));
  if (!is_sound(verdict.outcome)) {
    result.reason = "the champion is " + std::string(name_of(verdict.outcome)) + " on fresh data: " + verdict.reason;
    return {};
  }
  TRY(compared, services_.archive.compare("confirmation", *original_, *leader_, services_.worker));
  result.comparison = overall(cases_, compared, settings_.margin);
  if (result.comparison.outcome != Outcome::faster) {
    result.reason = fmt::format("the gain of {} is not confirmed on fresh data: {}", describe(leader_->proposal),
                                result.comparison.reason);
    return {};
  }
  result.end = OptimizeEnd::faster;
  result.champion = *leader_;
  store::StageResult stage;
  stage.state = store::CandidateState::compared;
  stage.outcome = name_of(Outcome::faster);
  stage.speedup = stored(result.comparison);
  return services_.store.record(leader_->id, stage);
}

// Each changed number put back alone: what the champion loses by it is what it is worth.
Result<void> Optimizer::ablate(OptimizeResult& result) {
  const Proposal standard = services_.proposer.standard();
  TRY(known, services_.store.candidate_record(result.champion.id));
  for (const auto& [name, value] : result.champion.proposal.tunables) {
    const auto usual = standard.tunables.find(name);
    if (usual == standard.tunables.end() || usual->second == value) continue;
    tell("what is " + name + " worth?");
    Proposal without = result.champion.proposal;
    without.tunables[name] = usual->second;
    store::Attribution attribution;
    attribution.candidate = result.champion.id;
    attribution.kind = store::PartKind::tunable;
    attribution.name = fmt::format("{} {} -> {}", name, usual->second, value);
    TRY(ablated, services_.archive.candidate(without, 0, result.champion.id));
    TRY_VOID(services_.archive.judge({ablated}, {}, services_.worker));
    if (is_sound(ablated->verdict->outcome)) {
      TRY(compared, services_.archive.compare("ablation " + name, *ablated, *leader_, services_.worker));
      const OverallComparison found = overall(cases_, compared, settings_.margin);
      attribution.speedup = stored(found);
      attribution.verdict =
          found.outcome == Outcome::faster ? store::PartVerdict::effective : store::PartVerdict::ineffective;
    } else {
      attribution.evidence = "without it the kernel is " + std::string(name_of(ablated->verdict->outcome));
    }
    if (!stored_already(known.attributions, attribution)) TRY_VOID(services_.store.add_attribution(attribution));
  }
  return {};
}

Result<void> Optimizer::remember(const ArchivedCandidate& candidate, const std::optional<store::Speedup>& speedup) {
  store::MemoryEntry entry;
  entry.kernel = run_.kernel;
  entry.tried = tunables_json(candidate.proposal).dump(-1);
  entry.outcome = speedup && speedup->value < 1 ? name_of(Outcome::slower) : name_of(candidate.verdict->outcome);
  entry.reason = candidate.verdict->reason;
  entry.speedup = speedup;
  entry.conditions = run_.conditions;
  entry.run = run_.id;
  entry.candidate = candidate.id;
  TRY_VOID(services_.store.remember(entry));
  return {};
}

// What each size would gain by a candidate of its own, from the times that are there.
Result<std::optional<RunDispatch>> Optimizer::dispatch() const {
  DispatchedRun run{problem_.entry, {}, architecture_, origin_, services_.proposer.standard()};
  ResolveOptions options;
  options.dims = settings_.dims;
  for (const ProblemCase& each : problem_.cases) {
    TRY(resolved, resolve_case(problem_, each, options));
    run.cases.push_back(std::move(resolved));
  }
  std::vector<const ArchivedCandidate*> timed(tried_.begin(), tried_.end());
  timed.insert(timed.begin(), original_);
  return dispatch_of(run, timed);
}

Result<OptimizeResult> Optimizer::finish(OptimizeResult result) {
  result.baseline_seconds = original_->verdict->timings.empty() ? 0 : seconds_of(*original_->verdict);
  result.champion_seconds = result.champion.verdict->timings.empty() ? 0 : seconds_of(*result.champion.verdict);
  const auto first = [](const WorkerVerdict& verdict) {
    return verdict.timings.empty() ? 0 : verdict.timings.front().seconds;
  };
  result.share_before = share(first(*original_->verdict));
  result.share_after = share(first(*result.champion.verdict));
  result.candidates = tried_.size();
  result.seconds = seconds();
  result.origin = origin_;
  if (result.end == OptimizeEnd::stopped) {  // who leads stays noted
    TRY_VOID(services_.store.finish_run(run_.id, store::RunState::stopped, result.reason));
    return result;
  }
  TRY_VOID(services_.store.set_champion(run_.id, result.champion.id));
  TRY(by_size, dispatch());
  result.dispatch = std::move(by_size);
  Json event = Json::object();
  event["outcome"] = result.end == OptimizeEnd::faster         ? "faster"
                     : result.end == OptimizeEnd::bad_original ? "the original is not right"
                                                               : "nothing gained";
  event["reason"] = result.reason;
  event["speedup"] = result.comparison.speedup;
  event["low"] = result.comparison.low;
  event["high"] = result.comparison.high;
  event["baseline_seconds"] = result.baseline_seconds;
  event["champion_seconds"] = result.champion_seconds;
  if (!floor_.bounds.empty()) {
    event["floor_seconds"] = floor_.seconds();
    event["floor_name"] = floor_.bounds.front().name;
    event["share_before"] = result.share_before;
    event["share_after"] = result.share_after;
  }
  event["origin"] = name_of(origin_);
  if (result.dispatch) event["dispatch_gain"] = result.dispatch->gain;
  event["candidates"] = result.candidates;
  event["seconds"] = result.seconds;
  TRY_VOID(services_.archive.tell("result", event));
  TRY_VOID(services_.store.finish_run(run_.id, store::RunState::finished, result.reason));
  return result;
}

std::vector<Incumbent> Optimizer::incumbents() const {
  std::vector<Incumbent> incumbents;
  for (const CaseTiming& timing : leader_->verdict->timings) {
    std::vector<double> seconds;
    for (const Sample& sample : timing.sampling.samples) seconds.push_back(sample.seconds);
    incumbents.push_back({timing.seconds, spread(std::move(seconds)).third_quartile});
  }
  return incumbents;
}

double Optimizer::seconds_of(const WorkerVerdict& verdict) const {
  std::vector<double> seconds;
  const std::vector<CaseTiming>& usual = original_->verdict->timings;
  double ratio = 1;
  for (size_t i = 0; i < usual.size(); ++i) {
    if (i < verdict.timings.size()) ratio = verdict.timings[i].seconds / usual[i].seconds;
    seconds.push_back(usual[i].seconds * ratio);
  }
  return overall(cases_, seconds);
}

search::Outcome Optimizer::outcome_of(const WorkerVerdict& verdict) const {
  using search::Failure;
  if (verdict.id == 0) return search::Outcome::failed(Failure::compile);
  if (verdict.outcome == Outcome::wrong || verdict.outcome == Outcome::invalid)
    return search::Outcome::failed(Failure::wrong);
  if (!is_sound(verdict.outcome) || verdict.timings.empty()) return search::Outcome::failed(Failure::launch);
  return search::Outcome::time(seconds_of(verdict));
}

std::optional<store::Speedup> Optimizer::speedup_of(const WorkerVerdict& verdict) const {
  if (!is_sound(verdict.outcome) || verdict.timings.empty()) return std::nullopt;
  const double speedup = seconds_of(*original_->verdict) / seconds_of(verdict);
  return store::Speedup{speedup, speedup, speedup};
}

double Optimizer::share(double seconds) const {
  return seconds > 0 ? floor_.seconds() / seconds : 0;
}

}  // namespace whet
