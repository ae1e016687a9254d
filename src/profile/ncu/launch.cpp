#include "profile/ncu/launch.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "binary/container/demangle.h"
#include "util/ascii.h"
#include "util/text.h"

namespace whet {

namespace {

std::string field_at(const CsvRow& row, const std::optional<size_t>& column) {
  return column && *column < row.fields.size() ? std::string(trim(row.fields[*column])) : "";
}

// "(256, 1, 1)" -> {256, 1, 1}; nothing for another text.
std::optional<Extent> parse_extent(std::string_view text) {
  std::vector<uint32_t> sizes;
  for (size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      if (std::string_view("(), x").find(text[at++]) == std::string_view::npos) return std::nullopt;
      continue;
    }
    uint32_t size = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), size);
    if (error != std::errc() || size == 0) return std::nullopt;
    sizes.push_back(size);
    at = end - text.data();
  }
  if (sizes.size() != 3) return std::nullopt;
  return Extent{sizes[0], sizes[1], sizes[2]};
}

// "9.0" -> 90; 0 for another text.
int parse_capability(std::string_view text) {
  const size_t mark = text.find_first_of(".,");
  if (mark == text.npos || mark == 0 || mark > 2 || mark + 2 != text.size()) return 0;
  int sm = 0;
  for (const char c : text) {
    if (is_digit(c)) sm = sm * 10 + (c - '0');
  }
  return sm;
}

Result<Extent> extent_at(const std::string& text, std::string_view column, const std::string& place) {
  if (const auto extent = parse_extent(text)) return *extent;
  return bad_input(in_backquotes(text) + " is no " + std::string(column) + "; expected `(256, 1, 1)`", place);
}

Result<void> read_shape(Profile& profile, const CsvRow& row, const NcuLayout& layout, const std::string& place) {
  const std::string block = field_at(row, layout.block), grid = field_at(row, layout.grid);
  if (block.empty() || grid.empty()) return {};
  LaunchShape shape;
  TRY(block_extent, extent_at(block, "Block Size", place));
  TRY(grid_extent, extent_at(grid, "Grid Size", place));
  shape.block = block_extent;
  shape.grid = grid_extent;
  profile.shape = shape;
  return {};
}

// --- one cell

// The name inside what is shown: "gpc__cycles_elapsed.max" of "Elapsed Cycles (gpc__cycles_elapsed.max)", which
// --print-metric-name label-name prints. Empty: only a label.
std::string_view metric_name(std::string_view shown) {
  if (shown.find("__") == shown.npos) return "";
  const size_t space = shown.rfind(' ');
  if (space == shown.npos) return shown;
  std::string_view last = shown.substr(space + 1);
  if (last.starts_with('(') && last.ends_with(')')) last = last.substr(1, last.size() - 2);
  return last.find("__") == last.npos ? shown : last;
}

bool fits(const NcuMetricName& metric, const NcuUnit& unit, std::string_view unit_text) {
  const bool bare = unit_text.empty() && metric.quantity == NcuQuantity::percent;
  return bare || metric.quantity == unit.quantity;
}

// Which metric a cell is. `candidates` are those that whet uses and that may be meant.
struct CellMetric {
  std::string name;
  std::vector<const NcuMetricName*> candidates;
};

CellMetric identify(const NcuCell& cell, const NcuNames& names) {
  CellMetric metric;
  metric.name = metric_name(cell.name);
  if (metric.name.empty()) {
    metric.candidates = names.shown_as(cell.name);
    metric.name = metric.candidates.empty() ? std::string(cell.name) : metric.candidates.front()->name;
  } else if (const NcuMetricName* known = names.find(metric.name)) {
    metric.candidates = {known};
  }
  return metric;
}

std::string called(const NcuCell& cell) {
  return in_backquotes(cell.name);
}

std::string in_words(NcuQuantity quantity) {
  constexpr const char* k_words[k_ncu_quantities] = {
      "a plain number", "a percentage", "a number of bytes", "bytes per second", "a time", "a frequency", "a rate"};
  return k_words[static_cast<int>(quantity)];
}

Result<void> refuse_unit(const NcuCell& cell, const CellMetric& metric, const NcuReading& reading) {
  const std::string unit = cell.unit.empty() ? "no unit" : "the unit " + in_backquotes(cell.unit);
  std::vector<std::string> expected;
  for (const NcuMetricName* each : metric.candidates) expected.push_back(in_words(each->quantity));
  return bad_input(called(cell) + " has " + unit + ", but is " + join(expected, " or "), reading.place(cell.line),
                   "export the table again with --print-units base");
}

Result<void> refuse_value(const NcuCell& cell, const NcuReading& reading) {
  return bad_input(in_backquotes(cell.text) + ", the value of " + called(cell) + ", is no number",
                   reading.place(cell.line), "export the table again with LC_ALL=C in front of ncu");
}

// The first value stays. A label that another section showed before gets its own section's name.
void keep(NcuLaunch& launch, std::string name, const NcuCell& cell, double value) {
  MetricSet& metrics = launch.profile.metrics;
  const bool label = name.find("__") == name.npos;
  if (label) {
    const auto [known, first] = launch.sections.emplace(name, cell.section);
    if (!first && known->second != cell.section) name = std::string(cell.section) + ": " + name;
  }
  const auto other = metrics.find(name);
  if (!other) return metrics.set(name, value, Origin::measured);
  if (std::abs(*other - value) <= 1e-3 * std::abs(*other)) return;
  if (label) ++launch.ambiguous;
  if (!label) launch.twice.push_back(name);
}

bool take_text(NcuLaunch& launch, std::string_view name, std::string_view text) {
  if (name != "device__attribute_display_name") return false;
  launch.profile.device = trim(text);
  return true;
}

// Whether a size in bytes lost nothing in printing: "98.304" Kbyte did not, "98.30" Kbyte may have.
bool to_the_byte(std::string_view text, double factor) {
  const size_t mark = text.find_last_of(".,");
  const double decimals = mark == text.npos ? 0 : static_cast<double>(trim(text).size() - mark - 1);
  return factor * std::pow(10, -decimals) <= 1.0000001;
}

Result<void> add_number(NcuLaunch& launch, const NcuCell& cell, CellMetric metric, const NcuUnit& unit,
                        const NcuReading& reading) {
  const auto number = parse_ncu_number(cell.text, reading.mark);
  const bool is_number = number && std::isfinite(*number * unit.factor);
  if (!is_number && !metric.candidates.empty()) return refuse_value(cell, reading);
  if (!is_number) return {};  // "CachePreferNone"
  if (metric.name == "launch__shared_mem_per_block_dynamic") launch.exact_bytes = to_the_byte(cell.text, unit.factor);
  keep(launch, metric.name, cell, *number * unit.factor);
  return {};
}

}  // namespace

Result<NcuLaunch> begin_launch(const CsvRow& row, const NcuLayout& layout, const NcuReading& reading) {
  NcuLaunch launch;
  Profile& profile = launch.profile;
  profile.collector = "Nsight Compute";
  profile.kernel = demangle(field_at(row, layout.kernel));
  if (profile.kernel.empty()) {
    return bad_input("the row has no kernel's name", reading.place(row.line), "export the table again with ncu --csv");
  }
  launch.key = field_at(row, layout.id) + "\n" + field_at(row, layout.process) + "\n" + profile.kernel;
  TRY_VOID(read_shape(profile, row, layout, reading.place(row.line)));
  // Newer versions write the device's number, some its name.
  const std::string device = field_at(row, layout.device);
  if (!std::all_of(device.begin(), device.end(), is_digit)) profile.device = device;
  profile.sm = parse_capability(field_at(row, layout.capability));
  return launch;
}

Result<void> add_cell(NcuLaunch& launch, const NcuCell& cell, const NcuReading& reading) {
  CellMetric metric = identify(cell, reading.names);
  if (is_absent_value(cell.text)) {
    if (!metric.candidates.empty()) launch.without_value.push_back(metric.name);
    return {};
  }
  if (take_text(launch, metric.name, cell.text)) return {};
  const auto unit = parse_ncu_unit(cell.unit);
  if (!metric.candidates.empty()) {
    const auto fit = std::find_if(metric.candidates.begin(), metric.candidates.end(),
                                  [&](const NcuMetricName* each) { return unit && fits(*each, *unit, cell.unit); });
    if (fit == metric.candidates.end()) return refuse_unit(cell, metric, reading);
    metric.name = (*fit)->name;
  }
  if (!unit) {
    launch.unknown_units.push_back(metric.name + " (" + std::string(cell.unit) + ")");
    return {};
  }
  return add_number(launch, cell, std::move(metric), *unit, reading);
}

}  // namespace whet
