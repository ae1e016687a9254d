// How the seconds of a run are shared. It is measured as the run goes, and asked again before every step: candidates
// are tried until what is left is just enough to confirm the leader; when that took less than was kept, the search goes
// on.
//
//   60 s, a candidate takes 1 s, nothing leads yet    ->   rounds until 48 s are gone
//   likewise, and one leads                           ->   11 s to confirm and report, 9 s for the rest: until 39 s
//   it was confirmed in 4 s                           ->   rounds again, until 47 s are gone
//
// A step under way when all is used up is cut: `deadline`.
#pragma once

#include <algorithm>
#include <cstddef>

namespace whet {

enum class NextStep { search, confirm, end };

class TimePlan {
 public:
  // Where the run stands.
  struct State {
    double gone = 0;           // seconds
    size_t tried = 0;          // candidates
    bool is_confirmed = true;  // the leader is, or is the original
  };

  explicit TimePlan(double most_seconds) : most_seconds_(most_seconds) {}

  // What checking and timing the original took, as rounds do it.
  void opened(double check_seconds) { check_seconds_ = check_seconds; }
  // A candidate of a round took so long, compiled, checked and timed.
  void judged(double seconds) { sum_ += seconds, ++count_; }
  // Confirming a leader took so long; the longest counts.
  void confirmed(double seconds) { confirm_seconds_ = std::max(confirm_seconds_, seconds); }

  // Of one more candidate.
  double candidate_seconds() const;
  // What confirming takes, and the report: every trial on fresh answers, a comparison, two runs for the report. Before
  // one was confirmed it is so many candidates, as was measured (bench/optimize).
  double confirm_seconds() const;
  // What is kept in `state` for what follows the rounds.
  double reserve(const State& state) const;

  NextStep next(const State& state) const;
  // So many of `wanted` candidates fit before the reserve begins; at least one.
  size_t room(const State& state, size_t wanted) const;
  // When what is under way is cut.
  double deadline() const;

 private:
  double most_seconds_;
  double check_seconds_ = 0, sum_ = 0, confirm_seconds_ = 0;
  size_t count_ = 0;
};

}  // namespace whet
