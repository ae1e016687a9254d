#include "vgpu/time/calibration.h"

#include <algorithm>

#include <fmt/format.h>

#include "util/text/toml.h"

namespace whet::vgpu {

namespace {

constexpr std::string_view k_folder = "hardware/calibration/";
constexpr std::string_view k_stand_in = "h200";

Result<double> read_constant(const TomlValue& table, const CalibratedConstant& constant, const std::string& file) {
  const std::string place = fmt::format("{}:{}", file, table.line);
  TRY_VOID(check_keys(table, {"value", "how", "date"}, file));
  TRY(how, required_string(table, "how", file));
  TRY(date, required_string(table, "date", file));
  const TomlValue* value = table.find("value");
  if (!value || !value->as_number()) return bad_input(fmt::format("`{}` has no number `value`", constant.name), place);
  const double number = *value->as_number();
  if (number < constant.low || number > constant.high) {
    return bad_input(fmt::format("`{}` is {}, outside {} to {}", constant.name, number, constant.low, constant.high),
                     place);
  }
  return number;
}

}  // namespace

Result<void> apply_calibration(std::string_view text, const std::string& file, TimeParameters& parameters) {
  TRY(root, parse_toml(text, file));
  std::vector<std::string_view> names;
  for (const CalibratedConstant& constant : k_calibrated) names.push_back(constant.name);
  TRY_VOID(check_keys(root, names, file));
  for (const CalibratedConstant& constant : k_calibrated) {
    const TomlValue* table = root.find(constant.name);
    if (!table) return bad_input(fmt::format("there is no [{}]", constant.name), file);
    TRY(value, read_constant(*table, constant, file));
    parameters.*constant.member = value;
  }
  return {};
}

CalibrationChoice calibration_for(std::string_view gpu, const Knowledge& knowledge) {
  const std::string own = fmt::format("{}{}.toml", k_folder, gpu);
  const std::vector<std::string> files = knowledge.list(k_folder);
  const bool there = std::find(files.begin(), files.end(), own) != files.end();
  return {there ? own : fmt::format("{}{}.toml", k_folder, k_stand_in), std::string(there ? gpu : k_stand_in)};
}

std::string calibration_text(const TimeParameters& parameters, const HowObtained& how, const std::string& date) {
  std::string text;
  for (const CalibratedConstant& constant : k_calibrated) {
    text += fmt::format("[{}]\nvalue = {:.4g}\nhow = \"{}\"\ndate = \"{}\"\n\n", constant.name,
                        parameters.*constant.member, how(constant), date);
  }
  text.pop_back();
  return text;
}

}  // namespace whet::vgpu
