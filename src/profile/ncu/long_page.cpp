#include <map>

#include "profile/ncu/advice.h"
#include "profile/ncu/page.h"
#include "util/text.h"

namespace whet {

namespace {

std::string_view cell_at(const CsvRow& row, const std::optional<size_t>& column) {
  return column && *column < row.fields.size() ? std::string_view(row.fields[*column]) : std::string_view();
}

// Launches in the order of their first row.
class LaunchList {
 public:
  Result<NcuLaunch*> of(const CsvRow& row, const NcuLayout& layout, const NcuReading& reading) {
    TRY(launch, begin_launch(row, layout, reading));
    // A summary has no numbers of launches: kernel and shape tell them apart.
    if (layout.kind == NcuLayout::Kind::summary) {
      launch.key += "\n" + std::string(cell_at(row, layout.block)) + std::string(cell_at(row, layout.grid));
    }
    const auto [found, added] = places_.emplace(launch.key, launches_.size());
    if (added) launches_.push_back(std::move(launch));
    return &launches_[found->second];
  }
  std::vector<NcuLaunch> take() { return std::move(launches_); }

 private:
  std::vector<NcuLaunch> launches_;
  std::map<std::string, size_t> places_;
};

Result<std::optional<double>> read_estimate(std::string_view text, const NcuReading& reading, int line) {
  text = trim(text);
  if (text.ends_with('%')) text.remove_suffix(1);
  if (is_absent_value(text)) return std::optional<double>();
  if (const auto value = parse_ncu_number(text, reading.mark)) return std::optional(*value);
  return bad_input(in_backquotes(text) + ", an estimated speed-up, is no number", reading.place(line));
}

Result<void> add_advice(NcuLaunch& launch, const CsvRow& row, const NcuLayout& layout, const NcuReading& reading) {
  Advice advice;
  advice.text = plain_advice(cell_at(row, layout.rule_text));
  if (advice.text.empty()) return {};
  advice.kind = advice_kind(cell_at(row, layout.rule_type));
  advice.rule = trim(cell_at(row, layout.rule));
  advice.section = trim(cell_at(row, layout.section));
  TRY(estimate, read_estimate(cell_at(row, layout.speedup), reading, row.line));
  advice.speedup_percent = estimate;
  advice.is_local = estimate && lower(trim(cell_at(row, layout.speedup_type))) == "local";
  take_estimate(advice);
  launch.profile.advice.push_back(std::move(advice));
  return {};
}

Result<void> read_launch_count(Profile& profile, const CsvRow& row, const NcuLayout& layout,
                               const NcuReading& reading) {
  if (layout.kind != NcuLayout::Kind::summary) return {};
  const auto count = parse_ncu_number(cell_at(row, layout.launches), reading.mark);
  if (!count || *count < 1 || *count > 1e9) {
    return bad_input(in_backquotes(cell_at(row, layout.launches)) + " is no number of invocations",
                     reading.place(row.line));
  }
  profile.launches = static_cast<int>(*count);
  return {};
}

Result<void> read_long_row(LaunchList& launches, const CsvRow& row, const NcuLayout& layout,
                           const NcuReading& reading) {
  TRY(launch, launches.of(row, layout, reading));
  TRY_VOID(read_launch_count(launch->profile, row, layout, reading));
  const NcuCell cell{trim(cell_at(row, layout.metric)), trim(cell_at(row, layout.section)),
                     trim(cell_at(row, layout.unit)), cell_at(row, layout.value), row.line};
  if (!cell.name.empty()) TRY_VOID(add_cell(*launch, cell, reading));
  return add_advice(*launch, row, layout, reading);
}

}  // namespace

Result<std::vector<NcuLaunch>> read_long_page(const NcuTable& table, const NcuReading& reading) {
  CsvReader reader = table.reader(reading.file);
  LaunchList list;
  CsvRow row;
  for (size_t rows = 0; true; ++rows) {
    TRY(more, reader.next(row));
    if (!more) break;
    TRY(data, check_row(row, table.layout, reading.file));
    if (!data) continue;
    if (rows > k_most_ncu_values) {
      return bad_input("the report has more than " + std::to_string(k_most_ncu_values) + " numbers",
                       reading.place(row.line), "profile fewer launches (--launch-count) or metrics (--metrics)");
    }
    TRY_VOID(read_long_row(list, row, table.layout, reading));
  }
  std::vector<NcuLaunch> launches = list.take();
  for (NcuLaunch& launch : launches) finish_launch(launch, reading.names);
  return launches;
}

}  // namespace whet
