#include "profile/ncu/page.h"

namespace whet {

namespace {

// Units stand in the row after the header, where the launch's number is empty.
bool is_units_row(const CsvRow& row, const NcuLayout& layout) {
  return row.fields[*layout.id].empty() && row.fields[*layout.kernel].empty();
}

Result<NcuLaunch> read_wide_row(const CsvRow& row, const CsvRow& units, const NcuLayout& layout,
                                const NcuReading& reading) {
  TRY(launch, begin_launch(row, layout, reading));
  for (const size_t i : layout.metrics) {
    TRY_VOID(add_cell(launch, {layout.header[i], "", units.fields[i], row.fields[i], row.line}, reading));
  }
  finish_launch(launch, reading.names);
  return launch;
}

Error without_units(const CsvRow& row, const NcuReading& reading) {
  return bad_input("the row of units is missing between the header and the first launch", reading.place(row.line),
                   "export the table again with ncu --csv --page raw");
}

}  // namespace

Result<std::vector<NcuLaunch>> read_wide_page(const NcuTable& table, const NcuReading& reading) {
  const NcuLayout& layout = table.layout;
  CsvReader reader = table.reader(reading.file);
  std::vector<NcuLaunch> launches;
  CsvRow row, units;
  while (true) {
    TRY(more, reader.next(row));
    if (!more) return launches;
    TRY(data, check_row(row, layout, reading.file));
    if (!data) continue;
    if (is_units_row(row, layout)) {
      units = row;
      continue;
    }
    if (units.fields.empty()) return without_units(row, reading);
    if ((launches.size() + 1) * layout.metrics.size() > k_most_ncu_values) {
      return bad_input("the report has more than " + std::to_string(k_most_ncu_values) + " numbers",
                       reading.place(row.line), "profile fewer launches (--launch-count) or metrics (--metrics)");
    }
    TRY(launch, read_wide_row(row, units, layout, reading));
    launches.push_back(std::move(launch));
  }
}

}  // namespace whet
