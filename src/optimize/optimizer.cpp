#include "optimize/optimizer.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr uint64_t k_data_number = 101, k_restart_number = 103;
// A round, that are compared with the leader: near the best many look faster by luck.
constexpr size_t k_most_rivals = 2;
// What one change put back costs: it is judged, compared, and what follows is reported.
constexpr double k_ablation_candidates = 2;
// Of the seconds given, that the trials of one candidate may take, and what they may take in any case.
constexpr double k_check_share = 0.1, k_least_check_seconds = 2, k_most_check_seconds = 15;

}  // namespace

Optimizer::Optimizer(OptimizeSettings settings, const Problem& problem, OptimizedRun run, OptimizeServices services)
    : settings_(std::move(settings)),
      problem_(problem),
      run_(std::move(run)),
      services_(std::move(services)),
      arena_(settings_, services_.archive, services_.worker, services_.clock),
      memory_(services_.store, run_),
      begin_ns_(services_.clock.monotonic_ns()),
      time_(settings_.most_seconds) {}

void Optimizer::tell(const std::string& now) const {
  if (!services_.progress) return;
  OptimizeProgress progress;
  progress.round = rounds_;
  progress.candidates = tried_.size();
  if (leader_ && leader_->verdict) {
    if (const auto speedup = yardstick().speedup_of(*leader_->verdict)) progress.best_speedup = speedup->value;
  }
  progress.seconds_left = std::max(0.0, settings_.most_seconds - seconds());
  progress.now = now;
  services_.progress(progress);
}

double Optimizer::seconds() const {
  return services_.archive.seconds_before() + 1e-9 * static_cast<double>(services_.clock.monotonic_ns() - begin_ns_);
}

Result<OptimizeResult> Optimizer::run(const std::string& problem_path) {
  drives_itself_ = true;
  TRY_VOID(open(problem_path));
  const auto& leaders = services_.archive.leaders_before();
  to_pass_.assign(leaders.begin(), leaders.end());
  TRY_VOID(lead(*original_));
  OptimizeResult result;
  result.champion = *original_;
  if (!is_sound(original_->verdict->outcome)) {
    const bool lacking = original_->verdict->outcome == Outcome::not_judged;
    result.end = lacking ? OptimizeEnd::not_judged : OptimizeEnd::bad_original;
    result.reason = original_->verdict->reason;
    return finish(std::move(result));
  }
  limit_time();
  const auto searched = search(result);
  if (!searched && !services_.worker.was_cut()) return searched.error();
  if (!searched) tell_cut(result);
  if (result.end == OptimizeEnd::faster && searched)
    TRY_VOID(within_time(ablate(result), result, "what each change is worth"));
  return finish(std::move(result));
}

Result<void> Optimizer::open(const std::string& problem_path) {
  tell("opening the device, asking the reference");
  WorkerOrder order{problem_path, settings_.device, random_bits(settings_.seed, k_data_number), settings_.dims};
  order.additions = settings_.additions;
  if (drives_itself_)
    order.check_seconds =
        std::clamp(k_check_share * settings_.most_seconds, k_least_check_seconds, k_most_check_seconds);
  TRY(opened, services_.worker.open(order, services_.knowledge));
  TRY(original, services_.archive.candidate({}, 0));
  original_ = leader_ = confirmed_ = original;
  TRY_VOID(services_.store.set_baseline(run_.id, original->id));
  const WorkerVerdict& judged = original->verdict ? *original->verdict : opened.original;
  architecture_ = opened.facts.architecture.sm;
  TRY(yardstick, Yardstick::make(problem_, settings_.dims, judged, opened.facts.gpu, services_.knowledge));
  arena_.measure_by(std::move(yardstick));
  services_.archive.measure_by([this](const WorkerVerdict& each) { return seconds_of(each); });
  if (!original->verdict) TRY_VOID(services_.archive.take(*original, opened.original));
  const WorkerVerdict& verdict = *original->verdict;
  time_.opened(verdict.check_seconds + verdict.time_seconds);
  return {};
}

void Optimizer::go_on(ArchivedCandidate& leader, std::vector<ArchivedCandidate*> tried) {
  tried_ = std::move(tried);
  leader_ = &leader;
}

// Rounds of before an interruption are gone through whatever the time: else what they found would be lost.
LoopState Optimizer::state() const {
  LoopState state;
  state.rounds = rounds_;
  state.candidates = tried_.size();
  state.stale_rounds = stale_;
  if (rounds_ >= services_.archive.rounds_before()) {
    state.seconds = seconds();
    state.has_room = time_.next({state.seconds, tried_.size(), leader_ == confirmed_}) == NextStep::search;
    state.confirm_seconds = time_.confirm_seconds();
    state.interrupted = services_.interrupted();
  }
  state.share = yardstick().share(*leader_->verdict);
  state.attained = yardstick().attained(*leader_->verdict);
  if (!floor().bounds.empty()) state.ceiling = floor().bounds.front().name;
  return state;
}

Result<bool> Optimizer::round() {
  arena_.begin_round();
  const size_t wanted = std::min(settings_.batch, settings_.most_candidates - tried_.size());
  // Noted, as what is proposed depends on it: a resumed run asks for as many.
  TRY(size, services_.archive.once(fmt::format("size of round {}", rounds_ + 1), [&]() -> Result<Json> {
    return Json(time_.room({seconds(), tried_.size(), leader_ == confirmed_}, wanted));
  }));
  const std::vector<Proposal> proposals =
      services_.proposer.propose(static_cast<size_t>(size.as_integer() ? *size.as_integer() : 1));
  if (proposals.empty()) {
    arena_.end_round();
    return false;
  }
  ++rounds_;
  tell(fmt::format("round {}: {} candidates", rounds_, proposals.size()));
  const ArchivedCandidate* const before = leader_;
  TRY(candidates, judge_round(proposals));
  TRY_VOID(learn(candidates));
  TRY_VOID(follow(candidates));
  stale_ = leader_ == before ? stale_ + 1 : 0;
  if (stale_ > 0 && stale_ == settings_.patience / 2) TRY_VOID(restart());
  arena_.end_round();
  return true;
}

Result<std::vector<ArchivedCandidate*>> Optimizer::judge_round(const std::vector<Proposal>& proposals) {
  TRY(stored, services_.archive.round(static_cast<int>(rounds_), services_.proposer.name(), leader_->id));
  std::vector<ArchivedCandidate*> candidates;
  for (const Proposal& proposal : proposals) {
    TRY(candidate, services_.archive.candidate(proposal, stored, leader_->id));
    candidates.push_back(candidate);
  }
  double begun = seconds();
  size_t judged = 0;
  TRY_VOID(arena_.judge(candidates, leader_, [&] {
    time_.judged(seconds() - begun);
    begun = seconds();
    tell(fmt::format("round {}: {} of {} candidates judged", rounds_, ++judged, candidates.size()));
    const bool is_replayed = rounds_ <= services_.archive.rounds_before();
    const TimePlan::State now{seconds(), tried_.size() + judged, leader_ == confirmed_};
    return is_replayed || (!services_.interrupted() && time_.next(now) == NextStep::search);
  }));
  std::erase_if(candidates, [](const ArchivedCandidate* candidate) { return !candidate->verdict; });
  return candidates;
}

Result<void> Optimizer::learn(const std::vector<ArchivedCandidate*>& candidates) {
  for (ArchivedCandidate* candidate : candidates) {
    services_.proposer.learn(candidate->proposal, yardstick().outcome_of(*candidate->verdict));
    tried_.push_back(candidate);
    TRY_VOID(memory_.remember(*candidate, yardstick().speedup_of(*candidate->verdict)));
  }
  return {};
}

// On a model the faster of two is known; on a GPU the leader must be beaten in paired rounds.
Result<void> Optimizer::follow(const std::vector<ArchivedCandidate*>& candidates) {
  std::vector<ArchivedCandidate*> promising;
  for (ArchivedCandidate* candidate : candidates) {
    const Proposal changes = changes_in(candidate->proposal);
    if (changes.source.empty() && changes.tunables.empty()) continue;  // the original once more
    if (candidate->verdict->promising && seconds_of(*candidate->verdict) < seconds_of(*leader_->verdict))
      promising.push_back(candidate);
  }
  std::stable_sort(promising.begin(), promising.end(), [&](const ArchivedCandidate* a, const ArchivedCandidate* b) {
    return seconds_of(*a->verdict) < seconds_of(*b->verdict);
  });
  for (ArchivedCandidate* candidate : std::span(promising).first(std::min(promising.size(), k_most_rivals))) {
    if (origin() == Origin::modelled) return lead(*candidate);
    tell(fmt::format("round {}: {} against the leader", rounds_, describe(candidate->proposal)));
    TRY(found, arena_.compare_overall("round", *leader_, *candidate, {.effort = Effort::quick}));
    if (found.outcome == Outcome::faster) return lead(*candidate);
  }
  return {};
}

// A run that goes through its steps again leaves the champion of the store alone until it has come to the last one.
Result<void> Optimizer::lead(ArchivedCandidate& candidate) {
  leader_ = &candidate;
  if (!to_pass_.empty() && to_pass_.front() == candidate.id) to_pass_.pop_front();
  if (!to_pass_.empty()) return {};
  const auto speedup = yardstick().speedup_of(*candidate.verdict).value_or(store::Speedup{});
  Json event = Json::object();
  event["candidate"] = candidate.id;
  event["seconds"] = seconds_of(*candidate.verdict);
  event["speedup"] = speedup.value;
  event["low"] = speedup.low;
  event["high"] = speedup.high;
  TRY_VOID(services_.archive.tell("champion", event));
  return services_.store.set_champion(run_.id, candidate.id);
}

// Part of what is known and no lesson is forgotten, so that the search may come by another way.
Result<void> Optimizer::restart() {
  ++restarts_;
  const uint64_t seed = random_bits(settings_.seed, k_restart_number + restarts_);
  TRY(masked, memory_.mask_part(fmt::format("restart {}", restarts_), seed, services_.archive));
  std::vector<Proposal> left_out;
  for (const ArchivedCandidate* candidate : tried_) {
    const bool is_masked = std::find(masked.begin(), masked.end(), candidate->id) != masked.end();
    if (is_masked && candidate != leader_) left_out.push_back(candidate->proposal);
  }
  services_.proposer.restart(seed, leader_->proposal, left_out);
  return {};
}

// What was chosen among many is lucky as well as good: fresh data, every trial, and the original beside it.
Result<void> Optimizer::confirm(OptimizeResult& result) {
  if (leader_ == (drives_itself_ ? confirmed_ : original_)) return {};
  tell("confirming the champion on fresh data");
  const double before = seconds();
  TRY(confirmation, arena_.confirm(*leader_, *original_));
  confirm_seconds_ = seconds() - before;
  time_.confirmed(confirm_seconds_);
  return confirmation.confirmed() ? accept(*leader_, confirmation, result) : refuse(*leader_, confirmation, result);
}

Result<void> Optimizer::accept(ArchivedCandidate& champion, const Confirmation& confirmation, OptimizeResult& result) {
  if (was_refused_) result.reason = stop_reason(settings_, state());
  was_refused_ = false;
  confirmed_ = &champion;
  result.end = OptimizeEnd::faster;
  result.champion = champion;
  result.comparison = confirmation.comparison;
  store::StageResult stage;
  stage.state = store::CandidateState::compared;
  stage.outcome = name_of(Outcome::faster);
  stage.speedup = confirmation.comparison.stored();
  TRY_VOID(services_.store.record(champion.id, stage));
  return memory_.remember(champion, name_of(Outcome::faster), confirmation.reason, stage.speedup);
}

Result<void> Optimizer::refuse(const ArchivedCandidate& champion, const Confirmation& confirmation,
                               OptimizeResult& result) {
  const std::string_view outcome = name_of(confirmation.outcome);
  if (drives_itself_) leader_ = confirmed_;
  if (result.end == OptimizeEnd::faster)  // one that was confirmed before stays champion
    return memory_.remember(champion, outcome, confirmation.reason, std::nullopt);
  was_refused_ = true;
  if (!is_sound(confirmation.outcome)) {
    result.reason = fmt::format("the champion is {} on fresh data: {}", outcome, confirmation.reason);
    return memory_.remember(champion, outcome, confirmation.reason, std::nullopt);
  }
  result.comparison = confirmation.comparison;
  result.reason = fmt::format("the gain of {} is not confirmed on fresh data: {}",
                              describe(changes_in(champion.proposal)), confirmation.reason);
  return memory_.remember(champion, outcome, confirmation.reason, confirmation.comparison.stored());
}

// What is as the original has it is no change.
Proposal Optimizer::changes_in(Proposal proposal) const {
  const std::map<std::string, int64_t> standard = services_.proposer.standard().tunables;
  std::erase_if(proposal.tunables, [&](const auto& tunable) {
    const auto usual = standard.find(tunable.first);
    return usual != standard.end() && usual->second == tunable.second;
  });
  return proposal;
}

bool Optimizer::has_time_for(double wanted) const {
  return !drives_itself_ || seconds() + wanted <= settings_.most_seconds;
}

// What each change is worth; then without those that are worth nothing, where that is no slower. The table by size goes
// first where there is not time for both.
Result<void> Optimizer::ablate(OptimizeResult& result) {
  TRY(by_size, size_candidates(result.champion.id));
  const double kept = static_cast<double>(by_size.suggested.size()) * confirm_seconds_;
  const auto has_time = [&](double candidates) { return has_time_for(kept + candidates * time_.candidate_seconds()); };
  Ablation ablation(arena_, services_.archive, services_.store, services_.proposer,
                    {[this](const std::string& now) { tell(now); }, [&] { return has_time(k_ablation_candidates); },
                     settings_.margin});
  TRY(parts, ablation.take_apart(*leader_));
  if (const size_t left = ablation.left_out(); left > 0)
    result.dropped.push_back(fmt::format("what {} of {} changes are worth", left, left + parts.size()));
  if (!ineffective(parts).empty() && !has_time_for(kept + confirm_seconds_ + time_.candidate_seconds())) {
    result.dropped.push_back(
        fmt::format("a champion without what brings nothing ({} of its changes)", ineffective(parts).size()));
    return {};
  }
  TRY(simpler, ablation.simplify(*leader_, parts));
  return simplify(simpler, ineffective(parts).size(), ablation, result);
}

Result<void> Optimizer::simplify(const SimplerCandidate& simpler, size_t worthless, Ablation& ablation,
                                 OptimizeResult& result) {
  Confirmation confirmation;
  if (simpler.candidate) {
    TRY(confirmed, arena_.confirm(*simpler.candidate, *original_));
    confirmation = std::move(confirmed);
  }
  const bool taken = confirmation.confirmed();
  result.simplification = simplification_text(taken ? simpler.taken_back.size() : 0, worthless, simpler.last, origin());
  if (!taken) return {};
  result.taken_back = simpler.taken_back;
  TRY_VOID(lead(*simpler.candidate));
  TRY_VOID(accept(*simpler.candidate, confirmation, result));
  TRY_VOID(ablation.take_apart(*simpler.candidate));
  return {};
}

Result<Optimizer::SizeCandidates> Optimizer::size_candidates(store::CandidateId champion_id) const {
  TRY(cases, cases_of(problem_, settings_.dims));
  SizeCandidates found{
      {problem_.entry, std::move(cases), architecture_, origin(), services_.proposer.standard(), 0}, {original_}, {}};
  std::vector<ArchivedCandidate*>& timed = found.timed;
  timed.insert(timed.end(), tried_.begin(), tried_.end());
  ArchivedCandidate* const champion = services_.archive.find(champion_id);
  if (std::find(timed.begin(), timed.end(), champion) == timed.end()) timed.push_back(champion);
  found.run.fallback = static_cast<size_t>(std::find(timed.begin(), timed.end(), champion) - timed.begin());
  found.suggested = suggested(found.run, timed);
  return found;
}

// What each size would gain by a candidate of its own, confirmed on fresh data.
Result<void> Optimizer::find_dispatch(OptimizeResult& result) {
  TRY(by_size, size_candidates(result.champion.id));
  if (by_size.suggested.empty()) return {};
  const double each = confirm_seconds_ > 0 ? confirm_seconds_ : time_.confirm_seconds();
  if (services_.worker.was_cut() || !has_time_for(each * static_cast<double>(by_size.suggested.size()))) {
    result.dropped.emplace_back("a table by size");
    return {};
  }
  TRY(found, confirmed_dispatch(by_size.run, by_size.timed, arena_, [this](const std::string& now) { tell(now); }));
  result.dispatch = std::move(found);
  if (result.dispatch && result.end == OptimizeEnd::nothing_gained) result.end = OptimizeEnd::faster_by_size;
  return {};
}

Result<OptimizeResult> Optimizer::finish(OptimizeResult result) {
  result.origin = origin();
  if (result.end == OptimizeEnd::faster || result.end == OptimizeEnd::nothing_gained)
    TRY_VOID(within_time(find_dispatch(result), result, "a table by size"));
  const WorkerVerdict &before = *original_->verdict, &after = *result.champion.verdict;
  result.baseline_seconds = seconds_of(before);
  result.champion_seconds = seconds_of(after);
  result.share_before = yardstick().share(before);
  result.share_after = yardstick().share(after);
  result.candidates = tried_.size();
  result.costs = costs();
  result.seconds = seconds();
  TRY_VOID(services_.store.set_champion(run_.id, result.champion.id));
  if (result.end == OptimizeEnd::stopped) {  // with who leads, unconfirmed
    TRY_VOID(services_.store.finish_run(run_.id, store::RunState::stopped, result.reason));
    return result;
  }
  TRY_VOID(services_.archive.tell("result", result_event(result, floor())));
  TRY_VOID(services_.store.finish_run(run_.id, store::RunState::finished, result.reason));
  return result;
}

}  // namespace whet
