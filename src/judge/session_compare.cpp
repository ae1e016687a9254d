// JudgeSession: two candidates in paired rounds.
#include <algorithm>

#include "judge/session.h"
#include "problem/data/data.h"

namespace whet {

namespace {

constexpr double k_long_seconds = 0.01;

}  // namespace

// Code of two authors never meets in one process where either could do something to the other's.
Result<TimedKernel> JudgeSession::stage_second(const CompiledCandidate& first, const CompiledCandidate& second,
                                               size_t at) {
  TRY(runner, bench_->second_runner(first.problem, second.problem));
  if (runner == &bench_->runner()) return stage(second, at);
  const CheckCase& own = second.cases[at];
  return bench_->stage({second.problem, own.resolved, own.build}, bench_->buffer_sets(own.resolved), data_seed(at),
                       *runner);
}

Result<JudgedPair> JudgeSession::compare(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                                         const ComparisonRule& rule, Effort effort) {
  isolate(baseline);
  auto pair = compare_in_runners(baseline, candidate, rule, effort);
  isolate(baseline);
  bench_->end_host_code_runner();
  if (pair || pair.error().kind != ErrorKind::failed) return pair;
  return JudgedPair{{}, Outcome::failed, pair.error().what};  // what it does to its process costs it alone
}

Result<JudgedPair> JudgeSession::compare_in_runners(const CompiledCandidate& baseline,
                                                    const CompiledCandidate& candidate, const ComparisonRule& rule,
                                                    Effort effort) {
  JudgedPair pair;
  for (size_t i = 0; i < cases_.size() && is_sound(pair.outcome); ++i) {
    TRY(timed, compare_case(baseline, candidate, i, rule, effort, pair));
    pair.cases.push_back(std::move(timed));
  }
  return pair;
}

Result<PairedTiming> JudgeSession::compare_case(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                                                size_t at, const ComparisonRule& rule, Effort effort,
                                                JudgedPair& pair) {
  TRY(second_runner, bench_->second_runner(baseline.problem, candidate.problem));
  for (RemoteDevice* runner : {&bench_->runner(), second_runner})
    bench_->limit_timed_calls(*runner, judgement_.check.longest_seconds);
  TRY(first, stage(baseline, at));
  TRY(second, stage_second(baseline, candidate, at));
  TimingRule timing = settings_.timing;
  timing.seed = random_bits(settings_.judge.secret, at);
  // A long original is quiet, and each of its rounds takes its time: the first look comes earlier.
  const bool is_long = at < judgement_.timings.size() && judgement_.timings[at].seconds > k_long_seconds;
  if (is_long && baseline.own_source) timing.rounds = std::min(timing.rounds, k_fewest_rounds), timing.warm_ups = 1;
  if (effort == Effort::quick) {
    timing.most_rounds = timing.rounds;
    timing.witness = false;
  }
  Contender contender = second.contender();
  contender.vouched = candidate.own_source || !candidate.problem.is_host_function;
  TRY(paired, time_paired(first.contender(), contender, timing, rule, bench_->services().clock));
  std::string reason = paired.candidate.invalid;
  if (reason.empty())
    reason = floor_violation(candidate, at, paired.candidate.sampling, paired.candidate.seconds.median);
  if (reason.empty() && effort == Effort::full) {
    const bool is_shared = second_runner == &bench_->runner();
    TRY(correct, second.is_right_after_timing(settings_.judge.secret, is_shared, *oracle_, bench_->services().files));
    if (!correct) reason = k_wrong_after_timing;
  }
  if (!reason.empty()) {
    pair.outcome = Outcome::invalid;
    pair.reason = std::move(reason);
  }
  return paired;
}

}  // namespace whet
