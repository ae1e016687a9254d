#include "optimize/run/search_loop.h"

#include <algorithm>
#include <chrono>
#include <span>

#include <fmt/format.h>

#include "optimize/run/champion_parts.h"
#include "problem/data/data.h"

namespace whet {

namespace {

constexpr uint64_t k_restart_number = 103;  // separates the seeds of restarts from other seeds of the run
// At most this many candidates of a round are compared with the leader: near the optimum many look faster by chance.
constexpr size_t k_most_rivals = 2;
// The share of the given seconds that the trials of one candidate may take, within these bounds.
constexpr double k_check_share = 0.1, k_least_check_seconds = 2, k_most_check_seconds = 15;
constexpr double k_more_time = 3;  // suggested multiple of the given seconds, if they were too few

double check_seconds(const OptimizeSettings& settings) {
  return std::clamp(k_check_share * settings.most_seconds, k_least_check_seconds, k_most_check_seconds);
}

}  // namespace

SearchLoop::SearchLoop(const OptimizeSettings& settings, const Problem& problem, const OptimizedRun& run,
                       const SearchServices& services)
    : services_(services),
      state_(settings, problem, run,
             {services.store, services.ledger, services.worker, services.clock, services.knowledge, services.measured,
              services.proposer.standard(), [this](const std::string& now) { report_progress(now); }}) {}

void SearchLoop::report_progress(const std::string& now) const {
  if (!services_.progress) return;
  SearchProgress progress;
  progress.round = rounds_;
  progress.candidates = state_.tried().size();
  if (state_.has_leader() && state_.leader().verdict) {
    const auto speedup = state_.scale().speedup_of(*state_.leader().verdict);
    if (speedup) progress.best_speedup = speedup->value;
  }
  progress.seconds_left = std::max(0.0, state_.settings().most_seconds - state_.seconds());
  progress.now = now;
  services_.progress(progress);
}

Result<OptimizeResult> SearchLoop::run(const std::string& problem_path) {
  TRY_VOID(state_.open(problem_path, check_seconds(state_.settings())));
  state_.replay_leaders();
  const RunCandidate& original = state_.original();
  TRY_VOID(state_.set_leader(state_.original()));
  OptimizeResult result;
  result.champion = original;
  if (!is_sound(original.verdict->outcome)) {
    const bool lacking = original.verdict->outcome == Outcome::not_judged;
    result.end = lacking ? OptimizeEnd::not_judged : OptimizeEnd::bad_original;
    result.reason = original.verdict->reason;
    return state_.finish(std::move(result));
  }
  if (services_.orders && services_.proposer.wants_orders()) {
    Orders orders = services_.orders();
    orders.original_seconds = state_.seconds_of(*original.verdict);
    services_.proposer.take(orders);
  }
  limit_time();
  const auto searched = search(result);
  if (!searched && !services_.worker.was_cut()) return searched.error();
  if (!searched) report_cut(result);
  if (result.end == OptimizeEnd::faster && searched) {
    TRY_VOID(state_.within_time(take_champion_apart(state_, services_.proposer, result, services_.builder), result,
                                "what each change is worth"));
  }
  return state_.finish(std::move(result));
}

// A resumed run gets the time that is left of it, and at least enough to confirm twice.
void SearchLoop::limit_time() {
  const TimePlan& time = state_.time();
  const double left = std::max(time.deadline() - state_.seconds(),
                               services_.ledger.seconds_before() > 0 ? 2 * time.confirm_seconds() : 0.0);
  services_.worker.end_at(
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(left)));
}

void SearchLoop::report_cut(OptimizeResult& result) const {
  if (result.end == OptimizeEnd::faster) return;
  result.reason = stop_reason(state_.settings(), loop_state());
  if (state_.is_confirmed()) return;
  const double given = state_.settings().most_seconds;
  const auto speedup = state_.scale().speedup_of(*state_.leader().verdict);
  result.reason = fmt::format(
      "{:.0f} s were over before the gain of {}{} could be confirmed on fresh data: give --seconds {:.0f} or more",
      given, describe(state_.changes_in(state_.leader().proposal)),
      speedup ? fmt::format(", {:.2f}x,", speedup->value) : "", k_more_time * given);
}

// Rounds, a confirmation, and rounds again while there is time.
Result<void> SearchLoop::search(OptimizeResult& result) {
  for (bool goes_on = true; goes_on;) {
    TRY(stop, rounds());
    if (!state_.was_rejected()) result.reason = stop.reason;
    if (services_.interrupted()) {
      result.end = OptimizeEnd::stopped;
      result.champion = state_.leader();
      return {};
    }
    const bool had_leader = !state_.is_confirmed();
    TRY_VOID(confirm(result));
    goes_on = had_leader && stop.is_time && has_more_time();
    if (goes_on) TRY_VOID(search_again());
  }
  return {};
}

// The reason of an earlier rejection no longer counts once a later leader is confirmed.
Result<void> SearchLoop::confirm(OptimizeResult& result) {
  const bool was_rejected = state_.was_rejected();
  TRY_VOID(state_.confirm(result));
  if (was_rejected && !state_.was_rejected()) result.reason = stop_reason(state_.settings(), loop_state());
  return {};
}

Result<SearchLoop::Stop> SearchLoop::rounds() {
  while (true) {
    const bool pauses = paused_at_ != rounds_ && services_.ledger.knows(pause_name());
    const LoopState state = loop_state();
    Stop stop{stop_reason(state_.settings(), state), pauses || !state.has_room};
    if (pauses || !stop.reason.empty()) return stop;
    TRY(more, round());
    TRY_VOID(services_.ledger.note_time(state_.seconds(), state_.costs()));
    if (!more) return Stop{"every candidate was tried", false};
  }
}

// The name under which the ledger notes the pause, so that a resumed run confirms after the same round.
std::string SearchLoop::pause_name() const {
  return fmt::format("pause after round {}", rounds_);
}

TimePlan::State SearchLoop::time_state(size_t judged) const {
  return {state_.seconds(), state_.tried().size() + judged, state_.is_confirmed(), state_.wants_table()};
}

bool SearchLoop::has_more_time() const {
  const TimePlan::State confirmed{state_.seconds(), state_.tried().size(), true, state_.wants_table()};
  return services_.ledger.knows(pause_name()) || state_.time().next(confirmed) == NextStep::search;
}

Result<void> SearchLoop::search_again() {
  TRY_VOID(services_.ledger.once(pause_name(), []() -> Result<Json> { return Json(true); }));
  paused_at_ = rounds_;
  return state_.contest().search_again();
}

// Rounds from before an interruption are replayed however long they took; otherwise their results would be lost.
LoopState SearchLoop::loop_state() const {
  LoopState state;
  state.rounds = rounds_;
  state.candidates = state_.tried().size();
  state.stale_rounds = stale_;
  if (rounds_ >= services_.ledger.rounds_before()) {
    state.seconds = state_.seconds();
    state.has_room = state_.time().next(time_state()) == NextStep::search;
    state.confirm_seconds = state_.time().confirm_seconds();
    state.interrupted = services_.interrupted();
  }
  const RunScale& scale = state_.scale();
  state.share = scale.share(*state_.leader().verdict);
  state.attained = scale.attained(*state_.leader().verdict);
  if (!scale.floor().bounds.empty()) state.ceiling = scale.floor().bounds.front().name;
  return state;
}

Result<bool> SearchLoop::round() {
  Contest& contest = state_.contest();
  contest.begin_round();
  const OptimizeSettings& settings = state_.settings();
  const size_t wanted = std::min(settings.batch, settings.most_candidates - state_.tried().size());
  tell_leader();
  // What is proposed depends on the size of the round, so it is noted: a resumed run asks for as many.
  TRY(size, services_.ledger.once(fmt::format("size of round {}", rounds_ + 1),
                                  [&]() -> Result<Json> { return Json(state_.time().room(time_state(), wanted)); }));
  const std::vector<Proposal> proposals =
      services_.proposer.propose(static_cast<size_t>(size.as_integer() ? *size.as_integer() : 1));
  if (proposals.empty()) {
    contest.end_round();
    return false;
  }
  ++rounds_;
  state_.report(fmt::format("round {}: {} candidates", rounds_, proposals.size()));
  const RunCandidate* const before = &state_.leader();
  TRY(candidates, judge_round(proposals));
  TRY_VOID(record_outcomes(candidates));
  TRY_VOID(challenge_leader(candidates));
  stale_ = &state_.leader() == before ? stale_ + 1 : 0;
  if (stale_ > 0 && stale_ == settings.patience / 2) TRY_VOID(restart());
  contest.end_round();
  return true;
}

// Also when a leader was rejected on fresh data and another leads again.
void SearchLoop::tell_leader() {
  const RunCandidate& leader = state_.leader();
  const RunCandidate& before = told_leader_ ? *told_leader_ : state_.original();
  told_leader_ = &leader;
  if (&leader == &before) return;
  services_.proposer.led_by(leader.proposal, state_.seconds_of(*before.verdict) / state_.seconds_of(*leader.verdict));
}

Result<std::vector<RunCandidate*>> SearchLoop::judge_round(const std::vector<Proposal>& proposals) {
  const RunCandidate& leader = state_.leader();
  TRY(stored, services_.ledger.round(static_cast<int>(rounds_), services_.proposer.name(), leader.id));
  std::vector<RunCandidate*> candidates;
  for (const Proposal& proposal : proposals) {
    TRY(candidate, services_.ledger.candidate(proposal, stored, leader.id));
    candidates.push_back(candidate);
  }
  double begun = state_.seconds();
  size_t judged = 0;
  TRY_VOID(state_.contest().judge(candidates, &leader, [&] {
    state_.time().judged(state_.seconds() - begun);
    begun = state_.seconds();
    state_.report(fmt::format("round {}: {} of {} candidates judged", rounds_, ++judged, candidates.size()));
    const bool is_replayed = rounds_ <= services_.ledger.rounds_before();
    return is_replayed || (!services_.interrupted() && state_.time().next(time_state(judged)) == NextStep::search);
  }));
  std::erase_if(candidates, [](const RunCandidate* candidate) { return !candidate->verdict; });
  return candidates;
}

Result<void> SearchLoop::record_outcomes(const std::vector<RunCandidate*>& candidates) {
  for (RunCandidate* candidate : candidates) {
    const search::Outcome outcome = state_.scale().outcome_of(*candidate->verdict);
    services_.proposer.learn(candidate->proposal, outcome);
    services_.proposer.hear(candidate->proposal, verdict_of(*candidate, outcome));
    state_.add_tried(*candidate);
    TRY_VOID(state_.lessons().remember(*candidate, state_.scale().speedup_of(*candidate->verdict)));
  }
  return {};
}

ProposalVerdict SearchLoop::verdict_of(const RunCandidate& candidate, const search::Outcome& outcome) const {
  ProposalVerdict verdict{outcome, std::string(name_of(candidate.verdict->outcome)), candidate.verdict->reason, {}};
  if (const auto speedup = state_.scale().speedup_of(*candidate.verdict)) verdict.speedup = speedup->value;
  return verdict;
}

// Modelled times have no noise, so the faster one leads; on a GPU the leader must be beaten in paired rounds.
Result<void> SearchLoop::challenge_leader(const std::vector<RunCandidate*>& candidates) {
  const auto seconds = [&](const RunCandidate* candidate) { return state_.seconds_of(*candidate->verdict); };
  std::vector<RunCandidate*> promising;
  for (RunCandidate* candidate : candidates) {
    const Proposal changes = state_.changes_in(candidate->proposal);
    if (changes.source.empty() && changes.tunables.empty()) continue;  // the original once more
    if (candidate->verdict->promising && seconds(candidate) < seconds(&state_.leader())) promising.push_back(candidate);
  }
  std::stable_sort(promising.begin(), promising.end(),
                   [&](const RunCandidate* a, const RunCandidate* b) { return seconds(a) < seconds(b); });
  for (RunCandidate* candidate : std::span(promising).first(std::min(promising.size(), k_most_rivals))) {
    if (state_.origin() == Origin::modelled) return state_.set_leader(*candidate);
    state_.report(fmt::format("round {}: {} against the leader", rounds_, describe(candidate->proposal)));
    TRY(found, state_.contest().compare_overall("round", state_.leader(), *candidate, {.effort = Effort::quick}));
    if (found.outcome == Outcome::faster) return state_.set_leader(*candidate);
  }
  return {};
}

// Masks part of the known results, never a negative one, so that the search can take another path.
Result<void> SearchLoop::restart() {
  ++restarts_;
  const uint64_t seed = random_bits(state_.settings().seed, k_restart_number + restarts_);
  TRY(masked, state_.lessons().mask_part(fmt::format("restart {}", restarts_), seed, services_.ledger));
  std::vector<Proposal> left_out;
  for (const RunCandidate* candidate : state_.tried()) {
    const bool is_masked = std::find(masked.begin(), masked.end(), candidate->id) != masked.end();
    if (is_masked && candidate != &state_.leader()) left_out.push_back(candidate->proposal);
  }
  services_.proposer.restart(seed, state_.leader().proposal, left_out);
  return {};
}

}  // namespace whet
