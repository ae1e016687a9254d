// One profiled launch while it is read: the profile so far, and what could not be taken over.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profile/ncu/layout.h"
#include "profile/ncu/ncu_names.h"
#include "profile/ncu/number.h"
#include "profile/profile.h"

namespace whet {

struct NcuLaunch {
  std::string key;  // the same on all pages of a report
  Profile profile;
  bool exact_bytes = true;                      // the size of dynamic shared memory is not rounded
  std::vector<std::string> unknown_units;       // "name (unit)"
  std::vector<std::string> without_value;       // of the metrics that whet uses
  std::vector<std::string> twice;               // metrics that had another value the second time
  std::map<std::string, std::string> sections;  // of labels, where each was seen first
  int ambiguous = 0;                            // values whose section shows others under the same label
};

// One number of a report.
struct NcuCell {
  std::string_view name;     // of the metric, or as the page shows it
  std::string_view section;  // empty in a wide table
  std::string_view unit;
  std::string_view text;
  int line = 0;
};

// How a file's cells are read.
struct NcuReading {
  const NcuNames& names;
  std::string file;
  DecimalMark mark = DecimalMark::point;

  std::string place(int line) const { return file + ":" + std::to_string(line); }
};

// Kernel, shape and device from the columns in front of the metrics.
Result<NcuLaunch> begin_launch(const CsvRow& row, const NcuLayout& layout, const NcuReading& reading);

// Adds a metric in base units. A metric that whet uses must have a number and a unit that fits; of others those that
// have none are left out.
Result<void> add_cell(NcuLaunch& launch, const NcuCell& cell, const NcuReading& reading);

// What follows from the metrics: shape, device, passes, metrics that stand for others, and the sentences of `unseen`.
void finish_launch(NcuLaunch& launch, const NcuNames& names);

}  // namespace whet
