// What `whet profile` shows: the metrics of each launch by subject, its hot lines and hot machine code, and what
// changed since another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/diagnosis_record.h"
#include "report/canvas/canvas.h"
#include "report/diagnose/launch_picture.h"
#include "util/text/json.h"

namespace whet {

struct ProfileView {
  DiagnosisRecord record;
  std::optional<DiagnosisRecord> before;  // with as many launches
  std::vector<LaunchPicture> pictures;    // one for each launch
  bool all = false;                       // show all metrics, zeros and all lines too
};

// `gpu` may be nullptr: there are no ceilings then.
ProfileView collect_profile(DiagnosisRecord record, std::optional<DiagnosisRecord> before, const Gpu* gpu,
                            const std::vector<Measurement>& measurements);

void render(const ProfileView& view, Canvas& canvas);
// The record, as `whet profile --save` writes it, and what changed.
Json to_json(const ProfileView& view);

// The changes of one launch, by the subject of the metrics.
struct MetricChange {
  std::string name;
  std::optional<double> before, after;
};
std::vector<MetricChange> changes_between(const MetricSet& before, const MetricSet& after);
void render_changes(const LaunchRecord& before, const LaunchRecord& after, Canvas& canvas);
void render_hot_lines(const LaunchRecord& launch, bool all, Canvas& canvas);
void render_hot_code(const LaunchRecord& launch, bool all, Canvas& canvas);

}  // namespace whet
