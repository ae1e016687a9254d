// Which kernel runs at which size, as the `dispatch.toml` of a run says it.
//
//   architecture = 90         # the GPU that was timed; all others run `otherwise`. Absent: the rows are for all
//   otherwise = "original"
//   times = "measured, confirmed"
//   by = "n"                  # absent: each row says `at = { rows = 64, cols = 4096 }`, and the nearest is taken
//   [[row]]
//   up_to = 512
//   kernel = "dispatch_3.cu"  # beside this file
//   [[row]]
//   kernel = "original"
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet::write {

// The name of the problem's own kernel in a table.
inline constexpr const char* k_original = "original";

struct TableRow {
  std::optional<int64_t> up_to;       // none: all above, or a row of the nearest size
  std::map<std::string, int64_t> at;  // of the nearest size; every row has the same names
  std::string kernel;
};

struct SizeTable {
  int architecture = 0;   // 90 is sm_90; 0: any
  std::string otherwise;  // the kernel for other architectures; empty: there are none
  std::string times;      // their origin; may be empty
  std::string by;         // a size; empty: the nearest row is taken
  std::vector<TableRow> rows;

  // Each once, the original last.
  std::vector<std::string> kernels() const;
};

Result<SizeTable> parse_size_table(std::string_view text, const std::string& file);
std::string toml_of(const SizeTable& table);

}  // namespace whet::write
