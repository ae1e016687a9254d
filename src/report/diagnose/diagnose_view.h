// What `whet diagnose` shows: what binds each launch, how far it is from its ceiling, and what to do, ranked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "diagnose/diagnosis_record.h"
#include "diagnose/function_lines.h"
#include "diagnose/launch_diagnosis.h"
#include "judge/timing/floor.h"
#include "problem/data/resolve.h"
#include "report/canvas/canvas.h"
#include "report/diagnose/launch_picture.h"
#include "report/facts/reach_text.h"
#include "util/text/json.h"

namespace whet {

// One resource of a launch, and the part of its time that it accounts for.
struct BoundView {
  std::string resource;
  double share = 0;        // of the time, if nothing else took any
  double sensitivity = 0;  // of the time, as it is
};

struct ActionView {
  std::string rule, text;
  double rank = 0;  // of the time saved
  std::string severity;
  std::string place, line;  // "softmax.cu:6", and what stands there
  std::vector<std::pair<std::string, double>> evidence;
  std::vector<std::string> suggestions;
  std::string needs;
  std::vector<std::string> conflicts;
  std::vector<std::string> methods = {};  // of the plan's methods, those that mend it
  std::string skill = {};                 // `whet skill` shows it

  double expected() const { return rank < 1 ? 1 / (1 - rank) : 1; }
};

// A line at which warps were often seen, with what they waited for; all shares are of samples.
struct HotLineView {
  std::string place, line;
  double share = 0;                                    // of the kernel's
  std::vector<std::pair<std::string, double>> stalls;  // of the line's, the largest first
};

// What Nsight Compute advises, and what whet says to that.
struct NvidiaAdviceView {
  std::string kind, rule, text;  // "OPT"
  std::optional<double> speedup_percent;
  bool is_local = false;         // the estimate is for a part of the kernel
  std::string relation, remark;  // "agrees", "agrees with uncoalesced_loads (expected 2.00x)"
};

struct DiagnosedLaunch {
  std::string kernel, collector;
  int passes = 0;  // 0: not counted in passes
  std::optional<double> seconds;
  Origin origin = Origin::modelled;
  std::string bound;              // "memory"
  std::vector<BoundView> bounds;  // the largest first
  std::vector<ActionView> actions;
  Plan plan;
  std::vector<std::string> in_code, costs_little;  // findings of the machine code: confirmed by the counts, or not
  std::vector<HotLineView> hot;
  std::vector<NvidiaAdviceView> nvidia;
  std::vector<Undecided> undecided;
  std::vector<std::string> unseen;
  LaunchPicture picture;
};

struct DiagnoseView {
  std::string problem, device, gpu, compiled, case_name;
  std::vector<NamedNumber> dims;
  std::vector<std::string> notes;
  std::vector<std::string> patterns;  // what it computes
  PhysicsFloor ceiling;               // empty: the work is not known
  ReachView reach;                    // with the grid of its launch
  std::vector<ReachablePart> levels;  // what was counted at each level, at its ceiling
  std::vector<DiagnosedLaunch> launches;
  bool detailed = false;

  std::optional<double> seconds() const;  // of all launches
};

// `source` gives the texts of lines.
DiagnosedLaunch collect_diagnosis(const LaunchDiagnosis& found, const SourceText& source);
// `gpu` may be nullptr: there are no ceilings then.
DiagnoseView collect_diagnose(const DiagnosisRecord& record, const Gpu* gpu,
                              const std::vector<Measurement>& measurements, const AdviceBook& book,
                              const PlanRequest& request = without_consent());

void render(const DiagnoseView& view, Canvas& canvas);
// Methods in order, each with what it promises and why; then those that were left out. In short the first few of both.
void render_plan(const Plan& plan, bool detailed, Canvas& canvas);
// The first few in a line or two each, without those that bring little.
void render_advice(const std::vector<ActionView>& actions, Canvas& canvas);
Json to_json(const ActionView& action);
Json to_json(const DiagnoseView& view);

}  // namespace whet
