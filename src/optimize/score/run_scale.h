// How the times of a run's candidates are scored: by its cases, the original's times, and the least time that the work
// can take.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/timing/target.h"
#include "optimize/score/score.h"
#include "search/space/outcome.h"
#include "store/speedup.h"
#include "util/system/knowledge.h"

namespace whet {

class RunScale {
 public:
  RunScale() = default;
  // `reach` is what a search may stop at; not known: it ends by itself.
  RunScale(std::vector<ScoredCase> cases, const CandidateVerdict& original, PhysicsFloor floor, Reachable reach)
      : cases_(std::move(cases)), original_(original.timings), floor_(std::move(floor)), reach_(std::move(reach)) {}
  // The floor is that of the first case.
  static Result<RunScale> make(const Problem& problem, const std::map<std::string, int64_t>& dims,
                               const CandidateVerdict& original, const Gpu& gpu, const Knowledge& knowledge);

  const std::vector<ScoredCase>& cases() const { return cases_; }
  const PhysicsFloor& floor() const { return floor_; }
  const Reachable& reach() const { return reach_; }
  Origin origin() const { return original_.empty() ? Origin::modelled : original_.front().sampling.origin; }
  // One figure over all cases. A case that was not timed gets the ratio of the case before it. 0: nothing was timed.
  double seconds_of(const CandidateVerdict& verdict) const;
  // Over the original; nothing if the verdict is not sound or has no times.
  std::optional<store::Speedup> speedup_of(const CandidateVerdict& verdict) const;
  search::Outcome outcome_of(const CandidateVerdict& verdict) const;
  // The floor as a share of a time at the first case. 0: not known.
  double share(double seconds) const { return seconds > 0 ? floor_.seconds() / seconds : 0; }
  double share(const CandidateVerdict& verdict) const;
  // Of the speed that can be reached at the first case with any grid, the launch included. 0: not known.
  double attained(const CandidateVerdict& verdict) const;

 private:
  double seconds_of(const std::vector<CaseTiming>& timings) const;

  std::vector<ScoredCase> cases_;
  std::vector<CaseTiming> original_;
  PhysicsFloor floor_;
  Reachable reach_;
};

// The leader's times by case, against which candidates are screened.
std::vector<Incumbent> incumbents_of(const CandidateVerdict& leader);

}  // namespace whet
