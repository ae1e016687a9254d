// JudgeSession: two candidates in paired rounds.
#include <algorithm>

#include "device/open/host_memory.h"
#include "judge/check/policy.h"
#include "judge/session.h"
#include "problem/data/data.h"

namespace whet {

// Two with host code never meet in one process.
Result<TimedKernel> JudgeSession::stage_apart(const CompiledCandidate& candidate, size_t at) {
  if (!candidate.problem.is_host_function) return stage(candidate, at);
  if (!apart_) {
    TRY(opened, RemoteDevice::open(remote_, services_.knowledge));
    apart_ = std::move(opened);
  }
  const CheckCase& own = candidate.cases[at];
  const int sets = buffer_sets(own.resolved, facts(), device_bytes(beside_), takes_host_code());
  return TimedKernel::stage({candidate.problem, own.resolved, own.build}, sets,
                            random_bits(settings_.secret, k_data_number + at), *apart_, services_.files);
}

Result<JudgedPair> JudgeSession::compare(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                                         const ComparisonRule& rule, Effort effort) {
  keep_apart(baseline);
  auto pair = compare_here(baseline, candidate, rule, effort);
  keep_apart(baseline);
  apart_.reset();
  if (pair || pair.error().kind != ErrorKind::failed) return pair;
  return JudgedPair{{}, Outcome::failed, pair.error().what};  // what it does to its process costs it alone
}

Result<JudgedPair> JudgeSession::compare_here(const CompiledCandidate& baseline, const CompiledCandidate& candidate,
                                              const ComparisonRule& rule, Effort effort) {
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
  runner_->set_call_deadline(deadline_after(judgement_.check));
  TRY(first, stage(baseline, at));
  TRY(second, stage_apart(candidate, at));
  if (apart_) apart_->set_call_deadline(deadline_after(judgement_.check));
  TimingRule timing = settings_.timing;
  timing.seed = random_bits(settings_.secret, at);
  if (effort == Effort::quick) {
    timing.most_rounds = timing.rounds;
    timing.witness = false;
  }
  Contender contender = second.contender();
  contender.vouched = candidate.own_source || !candidate.problem.is_host_function;
  TRY(paired, time_paired(first.contender(), contender, timing, rule, services_.clock));
  std::string reason = paired.candidate.invalid;
  if (reason.empty())
    reason = floor_violation(candidate, at, paired.candidate.sampling, paired.candidate.seconds.median);
  if (reason.empty() && effort == Effort::full) {
    TRY(correct, is_right_after(second));
    if (!correct) reason = "right before it was timed, wrong after it";
  }
  if (!reason.empty()) {
    pair.outcome = Outcome::invalid;
    pair.reason = std::move(reason);
  }
  return paired;
}

Result<bool> JudgeSession::is_right_after(TimedKernel& timed) {
  const int set = static_cast<int>(random_bits(settings_.secret, 5) % static_cast<uint64_t>(timed.contender().sets));
  TRY_VOID(timed.run_afresh(set));
  TRY(verdict, timed.verify(set, *oracle_, services_.files));
  return verdict.correct();
}

}  // namespace whet
