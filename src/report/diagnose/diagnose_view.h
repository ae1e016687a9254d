// What `whet diagnose` shows: what binds each launch, how far it is from its ceiling, and what to do, ranked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "diagnose/function_lines.h"
#include "diagnose/launch_diagnosis.h"
#include "judge/timing/floor.h"
#include "problem/data/resolve.h"
#include "report/canvas/canvas.h"
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

  double expected() const { return rank < 1 ? 1 / (1 - rank) : 1; }
};

struct DiagnosedLaunch {
  std::string kernel, collector;
  std::optional<double> seconds;
  Origin origin = Origin::modelled;
  std::string bound;              // "memory"
  std::vector<BoundView> bounds;  // the largest first
  std::vector<ActionView> actions;
  std::vector<Undecided> undecided;
  std::vector<std::string> unseen;
};

struct DiagnoseView {
  std::string problem, device, gpu, compiled, case_name;
  std::vector<NamedNumber> dims;
  std::vector<std::string> notes;
  std::vector<std::string> patterns;  // what it computes
  PhysicsFloor ceiling;               // empty: the work is not known
  std::vector<DiagnosedLaunch> launches;
  bool detailed = false;

  std::optional<double> seconds() const;  // of all launches
};

// `source` gives the texts of lines.
DiagnosedLaunch collect_diagnosis(const LaunchDiagnosis& found, const SourceText& source);

void render(const DiagnoseView& view, Canvas& canvas);
// The first few in a line or two each, without those that bring little.
void render_advice(const std::vector<ActionView>& actions, Canvas& canvas);
Json to_json(const ActionView& action);
Json to_json(const DiagnoseView& view);

}  // namespace whet
