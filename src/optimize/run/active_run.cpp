#include "optimize/run/active_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "problem/data/data.h"

namespace whet {

ActiveRun::ActiveRun(OptimizeSettings settings, const Problem& problem, OptimizedRun run, RunServices services)
    : settings_(std::move(settings)),
      problem_(problem),
      run_(std::move(run)),
      services_(std::move(services)),
      contest_(settings_, services_.ledger, services_.worker, services_.clock),
      lessons_(services_.store, run_),
      begin_ns_(services_.clock.monotonic_ns()),
      time_(settings_.most_seconds) {}

double ActiveRun::seconds() const {
  return services_.ledger.seconds_before() + 1e-9 * static_cast<double>(services_.clock.monotonic_ns() - begin_ns_);
}

void ActiveRun::report(const std::string& now) const {
  if (services_.report) services_.report(now);
}

Result<void> ActiveRun::open(const std::string& problem_path, double check_seconds) {
  report("opening the device, asking the reference");
  SessionOrder order{problem_path, settings_.device, random_bits(settings_.seed, k_search_data_number), settings_.dims};
  order.additions = settings_.additions;
  order.check_seconds = check_seconds;
  TRY(opened, services_.worker.open(order, services_.knowledge));
  TRY(original, services_.ledger.candidate({}, 0));
  original_ = leader_ = confirmed_ = original;
  TRY_VOID(services_.store.set_baseline(run_.id, original->id));
  const CandidateVerdict& judged = original->verdict ? *original->verdict : opened.original;
  architecture_ = opened.facts.architecture.sm;
  Gpu gpu = opened.facts.gpu;
  gpu.measured = services_.measured;
  TRY(scale, RunScale::make(problem_, settings_.dims, judged, gpu, services_.knowledge));
  contest_.measure_by(std::move(scale));
  services_.ledger.measure_by([this](const CandidateVerdict& each) { return seconds_of(each); });
  if (!original->verdict) TRY_VOID(services_.ledger.take(*original, opened.original));
  const CandidateVerdict& verdict = *original->verdict;
  time_.opened(verdict.check_seconds + verdict.time_seconds);
  return {};
}

void ActiveRun::continue_from(RunCandidate& leader, std::vector<RunCandidate*> tried) {
  tried_ = std::move(tried);
  leader_ = &leader;
}

void ActiveRun::replay_leaders() {
  const auto& leaders = services_.ledger.leaders_before();
  to_replay_.assign(leaders.begin(), leaders.end());
}

Result<void> ActiveRun::set_leader(RunCandidate& candidate) {
  leader_ = &candidate;
  if (!to_replay_.empty() && to_replay_.front() == candidate.id) to_replay_.pop_front();
  if (!to_replay_.empty()) return {};
  const auto speedup = scale().speedup_of(*candidate.verdict).value_or(store::Speedup{});
  Json event = Json::object();
  event["candidate"] = candidate.id;
  event["seconds"] = seconds_of(*candidate.verdict);
  event["speedup"] = speedup.value;
  event["low"] = speedup.low;
  event["high"] = speedup.high;
  TRY_VOID(services_.ledger.tell("champion", event));
  return services_.store.set_champion(run_.id, candidate.id);
}

// The best of many candidates owes something to luck, so it gets fresh data, every trial, and a comparison with the
// original.
Result<void> ActiveRun::confirm(OptimizeResult& result, Limit limit) {
  constexpr size_t k_most_wrong = 3;
  const std::string reason = result.reason;
  while (!is_confirmed()) {
    const size_t wrong = wrong_.size();
    TRY_VOID(confirm_leader(result));
    if (is_confirmed() && !was_rejected_) result.reason = reason;
    if (wrong_.size() == wrong || wrong_.size() > k_most_wrong) return {};
    RunCandidate* const next = next_best();
    if (!next || (limit == Limit::time_of_run && !has_time_for(confirm_seconds_))) return {};
    TRY_VOID(set_leader(*next));
  }
  return {};
}

// Faster than what was confirmed last, by the verdicts of screening.
RunCandidate* ActiveRun::next_best() const {
  RunCandidate* best = confirmed_;
  for (RunCandidate* const each : tried_) {
    if (!each->verdict || !is_sound(each->verdict->outcome) || wrong_.contains(each)) continue;
    if (seconds_of(*each->verdict) < seconds_of(*best->verdict)) best = each;
  }
  return best == confirmed_ ? nullptr : best;
}

Result<void> ActiveRun::confirm_leader(OptimizeResult& result) {
  report("confirming the champion on fresh data");
  const double before = seconds();
  TRY(confirmation, contest_.confirm(*leader_, *original_));
  confirm_seconds_ = seconds() - before;
  time_.confirmed(confirm_seconds_);
  return confirmation.confirmed() ? accept(*leader_, confirmation, result) : reject(*leader_, confirmation, result);
}

Result<void> ActiveRun::accept(RunCandidate& champion, const Confirmation& confirmation, OptimizeResult& result) {
  was_rejected_ = false;
  confirmed_ = &champion;
  result.end = OptimizeEnd::faster;
  result.champion = champion;
  result.comparison = confirmation.comparison;
  store::StageResult stage;
  stage.state = store::CandidateState::compared;
  stage.outcome = name_of(Outcome::faster);
  stage.speedup = confirmation.comparison.stored();
  TRY_VOID(services_.store.record(champion.id, stage));
  return lessons_.remember(champion, name_of(Outcome::faster), confirmation.reason, stage.speedup);
}

Result<void> ActiveRun::reject(const RunCandidate& champion, const Confirmation& confirmation, OptimizeResult& result) {
  const std::string_view outcome = name_of(confirmation.outcome);
  leader_ = confirmed_;
  if (!is_sound(confirmation.outcome)) wrong_.insert(&champion);
  if (result.end == OptimizeEnd::faster)  // a champion that was confirmed before stays
    return lessons_.remember(champion, outcome, confirmation.reason, std::nullopt);
  was_rejected_ = true;
  if (!is_sound(confirmation.outcome)) {
    result.reason = fmt::format("{} is {} on fresh data: {}", describe(changes_in(champion.proposal)), outcome,
                                confirmation.reason);
    return lessons_.remember(champion, outcome, confirmation.reason, std::nullopt);
  }
  result.comparison = confirmation.comparison;
  result.reason = fmt::format("the gain of {} is not confirmed on fresh data: {}",
                              describe(changes_in(champion.proposal)), confirmation.reason);
  return lessons_.remember(champion, outcome, confirmation.reason, confirmation.comparison.stored());
}

Proposal ActiveRun::changes_in(Proposal proposal) const {
  const std::map<std::string, int64_t>& standard = services_.standard.tunables;
  std::erase_if(proposal.tunables, [&](const auto& tunable) {
    const auto usual = standard.find(tunable.first);
    return usual != standard.end() && usual->second == tunable.second;
  });
  return proposal;
}

Result<void> ActiveRun::within_time(Result<void> done, OptimizeResult& result, const char* what) const {
  if (done || !services_.worker.was_cut()) return done;
  result.dropped.emplace_back(what);
  return {};
}

Result<SizeCandidates> ActiveRun::size_candidates(store::CandidateId champion_id) const {
  TRY(cases, cases_of(problem_, settings_.dims));
  SizeCandidates found{
      {problem_.entry, std::move(cases), architecture_, origin(), services_.standard, 0}, {original_}, {}};
  std::vector<RunCandidate*>& timed = found.timed;
  timed.insert(timed.end(), tried_.begin(), tried_.end());
  RunCandidate* const champion = services_.ledger.find(champion_id);
  if (std::find(timed.begin(), timed.end(), champion) == timed.end()) timed.push_back(champion);
  const auto index_of = [&](const RunCandidate* candidate) {
    return static_cast<size_t>(std::find(timed.begin(), timed.end(), candidate) - timed.begin());
  };
  found.run.fallback = index_of(champion);
  found.run.original = index_of(original_);
  found.suggested = suggested(found.run, timed);
  return found;
}

bool ActiveRun::wants_table() const {
  const auto found = size_candidates(leader_->id);
  return found && !found->suggested.empty();
}

double ActiveRun::dispatch_seconds(const SizeCandidates& by_size) const {
  const double each = confirm_seconds_ > 0 ? confirm_seconds_ : time_.confirm_seconds();
  return each * static_cast<double>(by_size.suggested.size());
}

// Leaves out those that bring least, until there is time for the rest. Where no other candidate was confirmed, the
// first is tried whatever it is expected to take: nothing else needs the time.
void ActiveRun::leave_out(SizeCandidates& by_size, OptimizeResult& result) const {
  const size_t wanted = by_size.suggested.size(), tried = confirm_seconds_ > 0 ? 0 : 1;
  if (services_.worker.was_cut()) by_size.suggested.clear();
  while (by_size.suggested.size() > tried && !has_time_for(dispatch_seconds(by_size))) by_size.suggested.pop_back();
  if (const size_t left = wanted - by_size.suggested.size(); left > 0)
    result.dropped.push_back(fmt::format("{} of {} candidates in the table by size", left, wanted));
}

// Finds candidates for single sizes, confirmed on fresh data. Without time for them, the original still serves the
// sizes at which the champion is slower.
Result<void> ActiveRun::find_dispatch(OptimizeResult& result) {
  TRY(by_size, size_candidates(result.champion.id));
  leave_out(by_size, result);
  TRY(found, confirmed_dispatch(by_size.run, by_size.timed, by_size.suggested, contest_,
                                [this](const std::string& now) { report(now); }));
  result.dispatch = std::move(found);
  if (result.dispatch && result.end == OptimizeEnd::nothing_gained) result.end = OptimizeEnd::faster_by_size;
  return {};
}

void ActiveRun::sum_up(OptimizeResult& result) const {
  const CandidateVerdict &before = *original_->verdict, &after = *result.champion.verdict;
  result.origin = origin();
  result.baseline_seconds = seconds_of(before);
  result.champion_seconds = seconds_of(after);
  result.share_before = scale().share(before);
  result.share_after = scale().share(after);
  result.reached = scale().attained(after);
  result.target = settings_.enough_share;
  result.reach = scale().reach();
  result.candidates = tried_.size();
  result.costs = costs();
  result.seconds = seconds();
}

Result<OptimizeResult> ActiveRun::finish(OptimizeResult result) {
  if (result.end == OptimizeEnd::faster || result.end == OptimizeEnd::nothing_gained)
    TRY_VOID(within_time(find_dispatch(result), result, "a table by size"));
  sum_up(result);
  TRY_VOID(services_.store.set_champion(run_.id, result.champion.id));
  if (result.end == OptimizeEnd::stopped) {  // the leader is kept, unconfirmed
    TRY_VOID(services_.store.finish_run(run_.id, store::RunState::stopped, result.reason));
    return result;
  }
  TRY_VOID(services_.ledger.tell("result", result_event(result, scale().floor())));
  TRY_VOID(services_.store.finish_run(run_.id, store::RunState::finished, result.reason));
  return result;
}

}  // namespace whet
