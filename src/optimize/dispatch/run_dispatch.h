// The dispatch of a run, on its device: which candidate serves which size. The times of screening suggest it. Then each
// candidate in it is checked again on fresh data and compared with the champion in paired rounds; a size where it does
// not win falls back to the champion. The original was compared with the champion when that was confirmed, so the sizes
// at which the champion is slower cost nothing to find.
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

// A candidate of the table as a file of the run's folder.
struct DispatchedKernel {
  std::string file;  // "dispatch_017.cu"
  store::CandidateId candidate = 0;
};

struct RunDispatch {
  store::Speedup gain;   // over the champion alone: the weighted mean of all cases
  std::string fallback;  // the champion
  std::string by;        // "by n"
  std::vector<DispatchedCase> cases;
  std::string header;                     // C++
  std::string table;                      // the same as TOML (write/launcher/size_table.h); empty: not known
  std::vector<DispatchedKernel> kernels;  // of that table, without the original
};
Json to_json(const RunDispatch& dispatch);      // what is shown
Json stored_json(const RunDispatch& dispatch);  // with the texts of files, so that they can be written at any time
std::optional<RunDispatch> dispatch_from(const Json&);  // with texts if it has them; nothing: not a dispatch

struct DispatchedRun {
  std::string kernel;
  std::vector<ResolvedCase> cases;
  int architecture = 0;
  Origin origin = Origin::modelled;
  Proposal standard;    // the original's numbers
  size_t fallback = 0;  // index of the champion among the candidates
  size_t original = 0;  // index of the original
};

Result<std::vector<ResolvedCase>> cases_of(const Problem& problem, const std::map<std::string, int64_t>& dims);

// Indices of candidates, the original aside, that are faster than all others at some case by the times of screening;
// empty if the champion or the original serves each. The first brings most.
std::vector<size_t> suggested(const DispatchedRun& run, const std::vector<RunCandidate*>& tried);

// A suggested candidate against the champion, on fresh data.
struct DispatchTrial {
  size_t candidate = 0;
  CandidateComparison over_champion;
};
// Returns nothing if no size gains for certain.
std::optional<RunDispatch> dispatch_of(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                                       const std::vector<DispatchTrial>& trials);

// The original's trial is made in any case, those of `candidates` cost a confirmation each.
Result<std::optional<RunDispatch>> confirmed_dispatch(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                                                      const std::vector<size_t>& candidates, Contest& contest,
                                                      const std::function<void(const std::string&)>& tell);

}  // namespace whet
