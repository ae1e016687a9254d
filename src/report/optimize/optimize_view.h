// The result of a run: what was gained and how certain that is, where it came from, what was tried. It is collected
// only from the store, so that it can be shown again at any time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/plan.h"
#include "optimize/dispatch/run_dispatch.h"
#include "optimize/score/run_costs.h"
#include "report/canvas/canvas.h"
#include "report/optimize/predicted_candidates.h"
#include "report/store/mind_share.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

// One candidate that led. The steps are in order; the baseline is the first.
struct ChampionStep {
  int candidate = 0;  // its number in the run
  int round = 0;
  store::Speedup speedup;         // over the baseline
  double seconds = 0;             // over all cases
  double first_case_seconds = 0;  // at the first case, for which bytes and operations are known
  std::string what;               // what distinguishes it
};

// The end of a run in figures; unknown ones are absent.
struct RunResult {
  std::string outcome;  // "faster", "nothing gained"; empty: the run has not ended
  std::string reason;
  std::optional<store::Speedup> speedup;
  std::optional<double> baseline_seconds, champion_seconds;
  std::optional<double> floor_seconds;              // the least time that the work can take on this GPU
  std::string floor_name;                           // what sets it: "DRAM traffic"
  std::optional<double> share_before, share_after;  // floor over time
  std::string floor_origin;                         // "measured": by `whet calibrate`
  std::optional<double> reach_seconds;              // what it can reach, with the launch
  std::string reach_reasons;                        // why no less
  std::optional<double> reached, target;            // share of that; share that ends a search
  std::optional<double> bytes, flops;               // of one call
  std::optional<double> seconds;                    // duration of the run
  std::vector<std::string> taken_back;              // changes that brought nothing
  std::string simplification;                       // whether they were removed, and if not, why
  std::vector<std::string> dropped;                 // steps that were skipped for lack of time
  std::optional<RunDispatch> dispatch;              // by size, over the champion
  std::optional<RunCosts> costs;                    // of its rounds
};

struct TunableChange {
  std::string name, before, after;  // before empty: the value in the source
  bool is_changed() const { return before != after; }
};

struct CaseTimes {
  std::string name;
  std::optional<store::Measurement> before, after;  // without samples
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
  std::vector<store::Attribution> attributions;  // of the champion
  std::vector<CaseTimes> cases;
  std::vector<store::RoundSummary> rounds;
  std::vector<store::OutcomeCount> outcomes;  // most frequent first
  std::string branch;                         // of the commits; may be empty
  std::vector<CommittedVersion> commits;      // in order
  std::string folder;                         // where it is written; may be empty
  std::string problem;                        // as in commands; empty: not known
  std::string limited_by;                     // what limits the baseline, modelled: "DRAM 92 %"; empty: not known
  std::optional<Plan> next;                   // what to write next on the best version, from its modelled launch
  std::vector<PredictedCandidate> predicted;  // written kernels, in the order in which they were tried
  std::vector<MindShare> minds;               // that were asked, what they cost and brought
  std::string mind_end;                       // why they were asked no further, what was tried; may be empty
  // Set by the command that shows the view; the store does not have it.
  std::string exported;  // "64 configurations: tried.json"
  std::vector<std::string> notes;

  int64_t candidates() const;
  bool has_gained() const { return result.outcome == "faster"; }
  bool has_other_champion() const { return champion && run.champion != run.baseline; }
  bool has_gained_by_size() const { return result.outcome == "faster by size" && result.dispatch; }
};

// Reads the run; if its baseline was not set, the first leader is used for it.
Result<store::Run> run_with_baseline(store::Store& store, store::RunId run);

Result<OptimizeView> collect_optimize(store::Store& store, store::RunId run);

// The header that selects by size, in the run's folder; empty if there is none.
std::string dispatch_file(const OptimizeView& view);
// The same as a table for `whet write --dispatch`.
std::string table_file(const OptimizeView& view);

// "3.20x faster [3.04 3.36]", "nothing gained", "not finished; best so far 1.40x [1.38 1.42]".
std::string headline_text(const OptimizeView& view);
// What to do next if nothing was gained, by what limits the kernel and why the run ended; empty if something was.
std::string advice_text(const OptimizeView& view);
// "TILE 16 → 32"; unchanged tunables are left out.
std::string changes_text(const std::vector<TunableChange>& tunables);

Table rounds_table(const OptimizeView& view);
Table cases_table(const OptimizeView& view);
Table dispatch_table(const RunDispatch& dispatch);
// "compilers 3.2 s, judge 12.1 s, comparisons 0.0 s; overhead 1.2 ms a candidate"
std::string costs_text(const RunCosts& costs);

// What minds cost and brought; nothing if none was asked.
void render_minds(const OptimizeView& view, Canvas& canvas);

// The plan's first methods that no candidate claims, under a heading; nothing if there is no plan.
void render_next_methods(const OptimizeView& view, Canvas& canvas);

void render(const OptimizeView& view, Canvas& canvas);
Json to_json(const OptimizeView& view);

}  // namespace whet
