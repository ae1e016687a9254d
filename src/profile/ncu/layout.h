// The tables that Nsight Compute writes with --csv, recognised by their headers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/ncu/csv.h"

namespace whet {

struct NcuLayout {
  enum class Kind : uint8_t {
    wide,     // --page raw: a row for each launch, a column for each metric, units in the second row
    lines,    // --page details, --metrics: a row for each metric of each launch
    summary,  // --print-summary: a row for each metric of each kernel, over all its launches
  } kind = Kind::lines;

  // Positions of columns; absent: the version does not write it.
  std::optional<size_t> id, process, kernel, block, grid, device, capability;
  std::optional<size_t> section, metric, unit, value, launches;
  std::optional<size_t> rule, rule_type, rule_text, speedup_type, speedup;
  std::vector<size_t> metrics;  // of a wide table
  std::vector<std::string> header;

  // A row must reach so far. Rows of metrics end before the columns of rules.
  size_t least_fields() const;
};

Result<NcuLayout> recognise_layout(const CsvRow& header, const std::string& file);

// A table inside a text: its header, and where the rows begin.
struct NcuTable {
  NcuLayout layout;
  std::string_view rows;
  int first_line = 0;
  RowBegin begin = RowBegin::anything;

  CsvReader reader(const std::string& file) const { return {rows, file, first_line, begin}; }
};

// Skips what a program and the profiler printed before the table.
Result<NcuTable> find_table(std::string_view text, const std::string& file);

// Checks the number of fields, and that no other table begins. False: the header again, which the caller skips.
Result<bool> check_row(const CsvRow& row, const NcuLayout& layout, const std::string& file);

}  // namespace whet
