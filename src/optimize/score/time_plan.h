// How the seconds of a run are shared. Times are measured as the run proceeds, and the plan is asked again before every
// step: candidates are tried until the time that is left is needed to confirm the leader. If the confirmation took less
// than was reserved for it, the search continues.
//
//   60 s, a candidate takes 1 s, nothing leads yet    ->   the last candidate begins at 44 s
//   the same, and one leads                           ->   half of the time, because no confirmation was measured: 30 s
//   it was confirmed in 4 s                           ->   rounds again, until 46 s
//
// A step that is still running at `deadline` is cancelled.
#pragma once

#include <algorithm>
#include <cstddef>

namespace whet {

enum class NextStep { search, confirm, end };

class TimePlan {
 public:
  // The state of the run.
  struct State {
    double gone = 0;           // seconds so far
    size_t tried = 0;          // candidates
    bool is_confirmed = true;  // the leader is confirmed, or is the original
    bool wants_table = false;  // another candidate is better at some size, and must be confirmed to serve it
  };

  explicit TimePlan(double most_seconds) : most_seconds_(most_seconds) {}

  // Seconds to check and time the original, as in a round.
  void opened(double check_seconds) { check_seconds_ = check_seconds; }
  // Seconds to compile, check and time a candidate of a round.
  void judged(double seconds) { sum_ += seconds, ++count_; }
  // Seconds to confirm a leader; the longest counts.
  void confirmed(double seconds) { confirm_seconds_ = std::max(confirm_seconds_, seconds); }

  // Expected seconds of one more candidate.
  double candidate_seconds() const;
  // Expected seconds of a confirmation and the report: every trial on fresh data, a comparison, two runs for the
  // report. Before the first confirmation it is a multiple of a candidate's time, as measured (bench/optimize).
  double confirm_seconds() const;
  // Seconds that are reserved in `state` for the steps after the rounds.
  double reserve(const State& state) const;

  NextStep next(const State& state) const;
  // How many of `wanted` candidates fit before the reserve begins; at least one.
  size_t room(const State& state, size_t wanted) const;
  // When running work is cancelled.
  double deadline() const;

 private:
  double most_seconds_;
  double check_seconds_ = 0, sum_ = 0, confirm_seconds_ = 0;
  size_t count_ = 0;
};

}  // namespace whet
