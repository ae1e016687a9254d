#include "report/judge/baseline_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/canvas/number_text.h"

namespace whet {

namespace {

Tone tone_of(BaselineOutcome outcome) {
  if (outcome == BaselineOutcome::timed) return Tone::plain;
  return outcome == BaselineOutcome::skipped ? Tone::dim : Tone::bad;
}

Cell speedup_cell(const std::optional<double>& speedup) {
  if (!speedup) return {"–"};
  return {fmt::format("{:.3g}x", *speedup), *speedup > 1 ? Tone::good : Tone::warning};
}

std::vector<Cell> timed_row(const BaselineView& view) {
  const BaselineResult& result = view.result;
  const Spread& seconds = result.timing.seconds;
  return {result.name,
          measured_text(seconds.median),
          fmt::format("{} – {}", measured_text(seconds.first_quartile), measured_text(seconds.third_quartile)),
          fmt::format("{}", seconds.count),
          speedup_cell(view.speedup),
          result.place};
}

std::vector<Cell> other_row(const BaselineResult& result) {
  return {result.name, {std::string(name_of(result.outcome)), tone_of(result.outcome)}, "", "", {"–"}, result.reason};
}

// The notes of all timings, each once.
std::vector<std::string> notes_of(const std::vector<BaselineView>& baselines) {
  std::vector<std::string> notes;
  for (const BaselineView& view : baselines) {
    for (const std::string& note : view.result.timing.sampling.notes) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

}  // namespace

std::optional<double> speedup_over(const BaselineResult& baseline, const Timing& kernel) {
  const bool timed = baseline.outcome == BaselineOutcome::timed && baseline.on_gpu;
  if (!timed || kernel.sampling.origin != Origin::measured || kernel.seconds.median <= 0) return std::nullopt;
  return baseline.timing.seconds.median / kernel.seconds.median;
}

void render(const std::vector<BaselineView>& baselines, Canvas& canvas) {
  if (baselines.empty()) return;
  canvas.heading("Baselines", 2);
  Table table{
      {"baseline", "median", "quartiles", "samples", "kernel's speed", "on"}, {}, {false, true, false, true, true}};
  for (const BaselineView& view : baselines)
    table.rows.push_back(view.result.outcome == BaselineOutcome::timed ? timed_row(view) : other_row(view.result));
  canvas.table(table);
  for (const std::string& note : notes_of(baselines)) canvas.line({{"note: " + note, Tone::warning}});
}

Json to_json(const BaselineView& baseline) {
  const BaselineResult& result = baseline.result;
  const Spread& seconds = result.timing.seconds;
  Json json = Json::object();
  json["name"] = result.name;
  json["outcome"] = name_of(result.outcome);
  json["reason"] = result.reason;
  json["details"] = result.details;
  json["place"] = result.place;
  json["on_gpu"] = result.on_gpu;
  json["median"] = seconds.count > 0 ? Json(seconds.median) : Json();
  json["first_quartile"] = seconds.count > 0 ? Json(seconds.first_quartile) : Json();
  json["third_quartile"] = seconds.count > 0 ? Json(seconds.third_quartile) : Json();
  json["speedup"] = baseline.speedup;
  json["empty_seconds"] = result.timing.sampling.empty_seconds;
  json["stopped"] = name_of(result.timing.stopped);
  json["notes"] = json_array(result.timing.sampling.notes, [](const std::string& note) -> Json { return note; });
  json["samples"] =
      json_array(result.timing.sampling.samples, [](const Sample& sample) -> Json { return sample.seconds; });
  return json;
}

}  // namespace whet
