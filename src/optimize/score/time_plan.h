// How the seconds of a run are shared. Rounds get what is left when the champion's confirmation and a share for the
// rest are kept; then ablation and the table by size get what there is, step by step, and say what they had to leave
// out.
//
//   60 s, a candidate takes 1 s   ->   13 s to confirm and report, 9 s for the rest: rounds end when 38 s are gone
#pragma once

#include <cstddef>

namespace whet {

class TimePlan {
 public:
  explicit TimePlan(double most_seconds) : most_seconds_(most_seconds) {}

  // What checking and timing the original took, as rounds do it.
  void opened(double check_seconds) { check_seconds_ = check_seconds; }
  // A candidate of a round took so long, compiled, checked and timed.
  void judged(double seconds) { sum_ += seconds, ++count_; }

  // Of one more candidate.
  double candidate_seconds() const;
  // What confirming takes, and the report: every trial on fresh answers, a comparison, two runs for the report. How
  // much that is in candidates was measured (bench/optimize).
  double confirm_seconds() const;
  // That, and a share for what comes after it.
  double reserve() const;

  bool has_room_for_rounds(double gone) const { return gone + reserve() + candidate_seconds() <= most_seconds_; }
  // So many of `wanted` candidates fit before the reserve begins; at least one.
  size_t room(double gone, size_t wanted) const;

 private:
  double most_seconds_;
  double check_seconds_ = 0, sum_ = 0;
  size_t count_ = 0;
};

}  // namespace whet
