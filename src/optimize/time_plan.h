// How the seconds of a run are shared. Rounds get what is left when confirming the champion is kept time for; then
// ablation and the table by size get what there is, step by step, and say what they had to leave out.
//
//   40 s, opening took 2 s, a candidate takes 1.5 s   ->   9 s are kept, rounds end when 31 s are gone
#pragma once

#include <algorithm>
#include <cstddef>

namespace whet {

class TimePlan {
 public:
  explicit TimePlan(double most_seconds) : most_seconds_(most_seconds) {}

  // `check`: of one candidate as rounds do it; `open`: with which everything began, reference and original included.
  void opened(double open_seconds, double check_seconds) {
    open_seconds_ = open_seconds;
    check_seconds_ = check_seconds;
  }
  // A candidate of a round took so long, compiled, checked and timed.
  void judged(double seconds) { slowest_ = std::max(slowest_, seconds), sum_ += seconds, ++count_; }

  // What confirming takes, as far as that can be known: all trials on fresh answers, and a comparison.
  double reserve() const;
  // Of one more candidate.
  double candidate_seconds() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : check_seconds_; }

  bool has_room_for_rounds(double gone) const { return gone + reserve() + candidate_seconds() <= most_seconds_; }
  // So many of `wanted` candidates fit before the reserve begins; at least one.
  size_t room(double gone, size_t wanted) const;
  // After the rounds: a step of so many candidates' worth.
  bool has_room_for(double gone, double candidates) const {
    return gone + candidates * candidate_seconds() <= most_seconds_;
  }

 private:
  double most_seconds_;
  double open_seconds_ = 0, check_seconds_ = 0;
  double slowest_ = 0, sum_ = 0;
  size_t count_ = 0;
};

}  // namespace whet
