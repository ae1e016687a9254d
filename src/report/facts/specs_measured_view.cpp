#include "report/facts/specs_measured_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/facts/calibration_table.h"
#include "report/facts/fact_text.h"
#include "report/facts/specs_view.h"

namespace whet {

namespace {

constexpr size_t k_shown_points = 8;  // of a curve in text; JSON has them all

Table figure_table(const std::vector<Measurement>& figures) {
  Table table{.header = {"measured", "value", "device", "source", "conditions"}};
  for (const Measurement& figure : figures) {
    const std::string trust = figure.confidence + " confidence";
    table.rows.push_back({figure.metric,
                          fact_text(figure.value, figure.unit),
                          figure.device,
                          {figure.source, Tone::dim},
                          {figure.conditions.empty() ? trust : trust + "; " + figure.conditions, Tone::dim}});
  }
  return table;
}

// The text shows every n-th point of a curve.
size_t shown_step(const Curve& curve) {
  return std::max<size_t>(1, (curve.points.size() + k_shown_points - 1) / k_shown_points);
}

Table curve_table(const Curve& curve) {
  Table table{.header = curve.columns, .rows = {}, .right_aligned = std::vector<bool>(curve.columns.size(), true)};
  for (size_t i = shown_step(curve) - 1; i < curve.points.size(); i += shown_step(curve)) {
    std::vector<Cell> row;
    for (const double number : curve.points[i]) row.emplace_back(fmt::format("{}", number));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string curve_title(const Curve& curve) {
  const std::string clock = curve.clock_mhz ? fmt::format(" at {} MHz", *curve.clock_mhz) : "";
  return fmt::format("{} on {}{}, one in {} of {} points", curve.name, curve.device, clock, shown_step(curve),
                     curve.points.size());
}

Json figure_json(const Measurement& figure) {
  Json json = Json::object();
  json["metric"] = figure.metric;
  json["value"] = value_json(figure.value);
  json["unit"] = figure.unit;
  json["device"] = figure.device;
  json["capability"] = figure.capability;
  json["source"] = figure.source;
  json["confidence"] = figure.confidence;
  if (!figure.conditions.empty()) json["conditions"] = figure.conditions;
  return json;
}

Json curve_json(const Curve& curve) {
  Json json = Json::object();
  json["name"] = curve.name;
  json["device"] = curve.device;
  json["capability"] = curve.capability;
  json["source"] = curve.source;
  if (!curve.note.empty()) json["note"] = curve.note;
  if (curve.clock_mhz) json["clock_mhz"] = value_json(*curve.clock_mhz);
  json["columns"] = value_json(curve.columns);
  json["points"] = json_array(curve.points, [](const std::vector<double>& point) { return value_json(point); });
  return json;
}

}  // namespace

SpecsMeasuredView collect_measured(const Gpu& gpu, const std::vector<Measurement>& figures,
                                   const std::vector<Curve>& curves) {
  SpecsMeasuredView view{.subject = gpu.product.name, .capability = gpu.capability.id};
  for (const Measurement& figure : figures) {
    if (figure.gpu == gpu.product.id)
      view.figures.push_back(figure);
    else if (figure.capability == gpu.capability.id)
      ++view.elsewhere;
  }
  for (const Curve& curve : curves) {
    if (curve.gpu == gpu.product.id) view.curves.push_back(curve);
  }
  return view;
}

SpecsMeasuredView collect_measured(const FactSheet& capability, const std::vector<Measurement>& figures,
                                   const std::vector<Curve>& curves) {
  SpecsMeasuredView view{.subject = capability_title(capability.id), .capability = capability.id};
  for (const Measurement& figure : figures) {
    if (figure.capability == capability.id) view.figures.push_back(figure);
  }
  for (const Curve& curve : curves) {
    if (curve.capability == capability.id) view.curves.push_back(curve);
  }
  return view;
}

void render(const SpecsMeasuredView& view, Canvas& canvas) {
  for (const std::string& note : view.notes) canvas.line({"note: " + note});
  for (const Calibration& calibration : view.calibrations) {
    canvas.heading(fmt::format("{} by whet calibrate on {}", calibration.is_virtual ? "modelled" : "measured",
                               calibration.device.name),
                   1, conditions_text(calibration));
    canvas.table(calibration_table(calibration, nullptr));
    canvas.blank();
  }
  canvas.heading("measured on " + view.subject);
  if (view.figures.empty())
    canvas.line({"no figure is known of exactly this GPU"});
  else
    canvas.table(figure_table(view.figures));
  for (const Curve& curve : view.curves) {
    canvas.blank();
    canvas.heading(curve_title(curve), 2, curve.source);
    canvas.table(curve_table(curve));
  }
  if (view.elsewhere == 0) return;
  canvas.blank();
  canvas.line({{fmt::format("{} more on other {} devices: whet specs {} --measured", view.elsewhere,
                            capability_title(view.capability), view.capability),
                Tone::dim}});
}

Json to_json(const SpecsMeasuredView& view) {
  Json json = Json::object();
  json["origin"] = "measured";
  json["subject"] = view.subject;
  json["capability"] = view.capability;
  json["figures"] = json_array(view.figures, figure_json);
  json["curves"] = json_array(view.curves, curve_json);
  json["calibrations"] = json_array(view.calibrations, calibration_json);
  json["notes"] = json_array(view.notes, [](const std::string& note) { return Json(note); });
  json["figures_of_other_devices"] = view.elsewhere;
  return json;
}

}  // namespace whet
