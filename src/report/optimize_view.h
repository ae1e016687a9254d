// How a run of the loop ended: what was gained and how sure that is, where it came from, what was tried. Collected from
// the store alone, so that it can be shown again at any time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/canvas.h"
#include "store/store.h"
#include "util/json.h"

namespace whet {

// A candidate that led, in the order they did; the baseline is the first.
struct ChampionStep {
  int candidate = 0;  // its number in the run
  int round = 0;
  store::Speedup speedup;  // over the baseline
  double seconds = 0;
  std::string what;  // makes it different
};

// The end of a run in figures; those that nobody knows are absent.
struct RunResult {
  std::string outcome;  // "faster", "nothing gained"; empty: the run has not come to its end
  std::string reason;
  std::optional<store::Speedup> speedup;
  std::optional<double> baseline_seconds, champion_seconds;
  std::optional<double> floor_seconds;              // the least time the work can take on this GPU
  std::string floor_name;                           // what sets it: "DRAM traffic"
  std::optional<double> share_before, share_after;  // floor over time
  std::optional<double> bytes, flops;               // of one call
  std::optional<double> seconds;                    // the run took
};

struct TunableChange {
  std::string name, before, after;  // before empty: as the source has it
  bool is_changed() const { return before != after; }
};

struct CaseTimes {
  std::string name;
  std::optional<store::Measurement> before, after;  // without samples
};

// Sizes that prefer different candidates: a generated header that selects among them.
struct SizeDispatch {
  double gain = 1;   // over the best single one
  std::string file;  // the header
};

// An accepted version in the user's repository.
struct CommittedVersion {
  std::string commit;  // its id
  int candidate = 0;
};

struct OptimizeView {
  store::Run run;
  RunResult result;
  std::optional<store::Candidate> baseline, champion;
  std::vector<ChampionStep> path;
  std::vector<TunableChange> tunables;           // of the champion
  std::vector<store::Attribution> attributions;  // likewise
  std::vector<CaseTimes> cases;
  std::vector<store::RoundSummary> rounds;
  std::vector<store::OutcomeCount> outcomes;  // most frequent first
  std::optional<SizeDispatch> dispatch;
  std::string branch;                     // of the commits; empty: none
  std::vector<CommittedVersion> commits;  // in order
  std::string folder;                     // where it is written; empty: nowhere
  // Of the command that shows it, not of the store.
  std::string exported;  // "64 configurations: tried.json"
  std::vector<std::string> notes;

  int64_t candidates() const;
  bool has_gained() const { return result.outcome == "faster"; }
};

// The run; where its baseline was not set, the first that led is it.
Result<store::Run> run_with_baseline(store::Store& store, store::RunId run);

Result<OptimizeView> collect_optimize(store::Store& store, store::RunId run);

// Where a run's header that selects by size is written.
std::string dispatch_file(const store::Project& project, store::RunId run);

// "3.20x faster [3.04 3.36]", "nothing gained", "not finished; best so far 1.40x [1.38 1.42]".
std::string headline_text(const OptimizeView& view);
// "TILE 16 → 32", what did not change left out.
std::string changes_text(const std::vector<TunableChange>& tunables);

Table rounds_table(const OptimizeView& view);
Table cases_table(const OptimizeView& view);

void render(const OptimizeView& view, Canvas& canvas);
Json to_json(const OptimizeView& view);

}  // namespace whet
