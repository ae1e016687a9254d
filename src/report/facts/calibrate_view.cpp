#include "report/facts/calibrate_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "calibrate/figure.h"
#include "report/facts/calibration_table.h"

namespace whet {

size_t CalibrateView::unusable() const {
  return static_cast<size_t>(std::count_if(calibration.figures.begin(), calibration.figures.end(),
                                           [](const ProbeFigure& figure) { return !figure.good(); }));
}

void render(const CalibrateView& view, Canvas& canvas) {
  const Calibration& found = view.calibration;
  canvas.heading(view.gpu ? view.gpu->product.name : found.device.name, 1,
                 fmt::format("{}, {} by {}", view.device, found.architecture, found.compiler));
  for (const std::string& note : view.notes) canvas.line({"note: " + note});
  canvas.line({conditions_text(found)});
  canvas.table(calibration_table(found, view.gpu ? &*view.gpu : nullptr));
  for (const ProbeFigure& figure : found.figures) {
    if (!figure.points.empty()) canvas.fact(figure.title + " by size", {points_text(figure)});
  }
  for (const std::string& each : found.left_out) canvas.fact("not probed", {each});
  if (view.unusable() > 0)
    canvas.fact("not used", {{fmt::format("{} of {} figures; for these the data sheet's peaks count", view.unusable(),
                                          found.figures.size()),
                              Tone::warning}});
  canvas.fact("kept", {view.path.empty() ? "nowhere" : view.path});
  if (!found.product.empty())
    canvas.line(
        {{fmt::format("next: whet specs {} --measured · whet diagnose PROBLEM · whet optimize PROBLEM", found.product),
          Tone::dim}});
}

Json to_json(const CalibrateView& view) {
  Json json = calibration_json(view.calibration);
  json["origin"] = view.calibration.is_virtual ? "modelled" : "measured";
  json["opened_as"] = view.device;
  json["path"] = view.path.empty() ? Json() : Json(view.path);
  json["not_used"] = static_cast<int64_t>(view.unusable());
  json["notes"] = json_array(view.notes, [](const std::string& note) { return Json(note); });
  if (!view.gpu) return json;
  json["sheet_peaks"] = Json::object();
  for (const ProbeFigure& figure : view.calibration.figures) {
    if (const auto peak = sheet_peak(figure.id, *view.gpu)) json["sheet_peaks"][figure.id] = *peak;
  }
  return json;
}

}  // namespace whet
