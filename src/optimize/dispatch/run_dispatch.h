// The dispatch of a run, on the device it ran on: which candidate serves which size. The times of screening suggest
// it; then each candidate that it would use is checked again on fresh data and meets the champion in paired rounds, and
// a size where it does not win falls back to the champion.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "optimize/ablation/contest.h"
#include "optimize/dispatch/dispatch_header.h"
#include "problem/data/resolve.h"
#include "store/speedup.h"

namespace whet {

struct DispatchedCase {
  std::string name;
  std::string variant;      // "TILE=32 ROWS=8"
  store::Speedup gain;      // over the champion, on fresh data
  bool falls_back = false;  // to the champion
};

struct RunDispatch {
  store::Speedup gain;   // over the champion alone, of all cases by their weights
  std::string fallback;  // the champion
  std::string by;        // "by n"
  std::vector<DispatchedCase> cases;
  std::string header;  // C++
};
Json to_json(const RunDispatch& dispatch);              // without the header
std::optional<RunDispatch> dispatch_from(const Json&);  // with it where it is there; nothing when it is none

struct DispatchedRun {
  std::string kernel;
  std::vector<ResolvedCase> cases;
  int architecture = 0;
  Origin origin = Origin::modelled;
  Proposal standard;    // the original's numbers
  size_t fallback = 0;  // which of the candidates is the champion
};

Result<std::vector<ResolvedCase>> cases_of(const Problem& problem, const std::map<std::string, int64_t>& dims);

// Candidates that screening prefers to the champion at some case, by their place; none where one serves all.
std::vector<size_t> suggested(const DispatchedRun& run, const std::vector<RunCandidate*>& tried);

// A suggested candidate against the champion, on fresh data.
struct DispatchTrial {
  size_t candidate = 0;
  CandidateComparison over_champion;
};
// Nothing where no size gains for sure.
std::optional<RunDispatch> dispatch_of(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                                       const std::vector<DispatchTrial>& trials);

Result<std::optional<RunDispatch>> confirmed_dispatch(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                                                      Contest& contest,
                                                      const std::function<void(const std::string&)>& tell);

}  // namespace whet
