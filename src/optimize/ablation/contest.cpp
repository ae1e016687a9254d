#include "optimize/ablation/contest.h"

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr uint64_t k_fresh_number = 102;  // separates the seed of fresh data from that of the search

}  // namespace

Result<void> Contest::judge(const std::vector<RunCandidate*>& candidates, const RunCandidate* leader,
                            const std::function<bool()>& go_on) {
  std::vector<const RunCandidate*> unknown;
  for (const RunCandidate* candidate : candidates) {
    if (!candidate->verdict) unknown.push_back(candidate);
  }
  const std::vector<Incumbent> incumbents = leader ? incumbents_of(*leader->verdict) : std::vector<Incumbent>{};
  TRY_VOID(ledger_.judge(candidates, incumbents, worker_, go_on));
  if (!round_began_ns_) return {};
  for (const RunCandidate* candidate : unknown) {
    if (candidate->verdict) costs_.add(*candidate->verdict);
  }
  return {};
}

Result<CandidateComparison> Contest::compare(const std::string& name, RunCandidate& first, RunCandidate& second,
                                             const ComparePlan& plan) {
  const int64_t begin = clock_.monotonic_ns();
  TRY(compared, ledger_.compare(name, first, second, worker_, plan));
  if (round_began_ns_) costs_.compare_seconds += seconds_since(begin);
  return compared;
}

Result<OverallComparison> Contest::compare_overall(const std::string& name, RunCandidate& first, RunCandidate& second,
                                                   const ComparePlan& plan) {
  TRY(compared, compare(name, first, second, plan));
  return overall(scale_.cases(), compared, settings_.margin);
}

Result<void> Contest::renew() {
  if (fresh_) return {};
  const uint64_t seed = random_bits(settings_.seed, k_fresh_number);
  TRY_VOID(worker_.renew(searches_ == 0 ? seed : random_bits(seed, searches_), Effort::full));
  fresh_ = true;
  return {};
}

Result<void> Contest::search_again() {
  if (!fresh_) return {};
  ++searches_;
  TRY_VOID(worker_.renew(random_bits(settings_.seed, k_search_data_number), Effort::quick));
  fresh_ = false;
  return {};
}

Result<CandidateVerdict> Contest::examine(const RunCandidate& candidate) {
  TRY_VOID(renew());
  return ledger_.examine("fresh data", candidate, worker_);
}

Result<Confirmation> Contest::confirm(RunCandidate& candidate, RunCandidate& original) {
  TRY(verdict, examine(candidate));
  if (!is_sound(verdict.outcome)) return Confirmation{verdict.outcome, verdict.reason, {}};
  TRY(cases, compare_confirmed(candidate, original));
  const OverallComparison compared = overall(scale_.cases(), cases, settings_.margin);
  return Confirmation{compared.outcome, compared.reason, compared};
}

Result<CandidateComparison> Contest::compare_confirmed(RunCandidate& candidate, RunCandidate& original) {
  return compare("confirmation", original, candidate);
}

void Contest::begin_round() {
  round_began_ns_ = clock_.monotonic_ns();
  judged_before_ = costs_.candidates;
}

void Contest::end_round() {
  if (round_began_ns_ && costs_.candidates > judged_before_) costs_.wall_seconds += seconds_since(*round_began_ns_);
  round_began_ns_.reset();
}

}  // namespace whet
