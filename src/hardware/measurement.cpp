#include "hardware/measurement.h"

#include <fmt/format.h>

#include "hardware/place.h"
#include "util/text/toml.h"

namespace whet {

namespace {

// The tables of the single array in a file: [[device]], [[curve]].
Result<TomlArray> parse_tables(const TomlValue& root, std::string_view key, const std::string& file) {
  TRY_VOID(check_keys(root, {key}, file));
  const TomlValue* list = root.find(key);
  const Error wrong = bad_input(fmt::format("`{}` is not a list of tables", key), place(file, list ? *list : root),
                                fmt::format("write [[{}]]", key));
  if (!list || !list->as_array()) return wrong;
  for (const TomlValue& item : *list->as_array()) {
    if (!item.as_table()) return wrong;
  }
  return *list->as_array();
}

Result<Measurement> parse_figure(const TomlValue& figure, const SourceIds& sources, const std::string& file) {
  if (!figure.as_table()) return bad_input("a figure is not a table", place(file, figure), "write { metric = ... }");
  TRY_VOID(check_keys(figure, {"metric", "value", "unit", "source", "confidence", "conditions"}, file));
  const TomlValue* value = figure.find("value");
  if (!value) return bad_input("a figure has no value", place(file, figure), "add value = ...");
  TRY(parsed, parse_fact_value(*value, file));
  TRY(metric, required_string(figure, "metric", file));
  TRY(unit, required_string(figure, "unit", file));
  TRY(source, read_source(figure, sources, file));
  TRY(confidence, required_string(figure, "confidence", file));
  TRY(conditions, optional_string(figure, "conditions", file));
  return Measurement{.metric = metric,
                     .unit = unit,
                     .conditions = conditions,
                     .source = source,
                     .confidence = confidence,
                     .value = parsed};
}

Result<void> parse_device(const TomlValue& table, const SourceIds& sources, const std::string& file,
                          std::vector<Measurement>& measurements) {
  TRY_VOID(check_keys(table, {"name", "gpu", "capability", "figures"}, file));
  TRY(device, required_string(table, "name", file));
  TRY(gpu, optional_string(table, "gpu", file));
  TRY(capability, required_string(table, "capability", file));
  const TomlValue* figures = table.find("figures");
  if (!figures || !figures->as_array())
    return bad_input("the device has no figures", place(file, table), "add figures = [...]");
  for (const TomlValue& figure : *figures->as_array()) {
    TRY(measurement, parse_figure(figure, sources, file));
    measurement.device = device;
    measurement.gpu = gpu;
    measurement.capability = capability;
    measurements.push_back(std::move(measurement));
  }
  return {};
}

Result<std::vector<double>> parse_point(const TomlValue& row, size_t columns, const std::string& file) {
  std::vector<double> point;
  if (row.as_array()) {
    for (const TomlValue& item : *row.as_array()) {
      if (const auto number = item.as_number()) point.push_back(*number);
    }
  }
  if (point.size() == columns && row.as_array()->size() == columns) return point;
  return bad_input(fmt::format("the point is not {} numbers", columns), place(file, row), "give one number per column");
}

Result<Curve> parse_curve(const TomlValue& table, const SourceIds& sources, const std::string& file) {
  TRY_VOID(check_keys(
      table, {"name", "device", "gpu", "capability", "source", "note", "clock_mhz", "columns", "points"}, file));
  TRY(name, required_string(table, "name", file));
  TRY(device, required_string(table, "device", file));
  TRY(gpu, optional_string(table, "gpu", file));
  TRY(capability, required_string(table, "capability", file));
  TRY(source, read_source(table, sources, file));
  TRY(note, optional_string(table, "note", file));
  TRY(columns, optional_strings(table, "columns", file));
  const TomlValue* clock = table.find("clock_mhz");
  const TomlValue* rows = table.find("points");
  if (columns.empty() || !rows || !rows->as_array()) {
    return bad_input("the curve lacks columns or points", place(file, table),
                     "add columns = [...] and points = [[...]]");
  }
  Curve curve{name, device, gpu, capability, source, note, clock ? clock->as_number() : std::nullopt, columns, {}};
  for (const TomlValue& row : *rows->as_array()) {
    TRY(point, parse_point(row, columns.size(), file));
    curve.points.push_back(std::move(point));
  }
  return curve;
}

}  // namespace

Result<std::vector<Measurement>> parse_measurements(std::string_view text, const SourceIds& sources,
                                                    const std::string& file) {
  TRY(root, parse_toml(text, file));
  TRY(devices, parse_tables(root, "device", file));
  std::vector<Measurement> measurements;
  for (const TomlValue& device : devices) TRY_VOID(parse_device(device, sources, file, measurements));
  return measurements;
}

Result<std::vector<Curve>> parse_curves(std::string_view text, const SourceIds& sources, const std::string& file) {
  TRY(root, parse_toml(text, file));
  TRY(tables, parse_tables(root, "curve", file));
  std::vector<Curve> curves;
  for (const TomlValue& table : tables) {
    TRY(curve, parse_curve(table, sources, file));
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace whet
