#include "binary/lines/line_map.h"

#include <algorithm>

namespace whet {

namespace {

// The last row at or before `offset`: of several rows at one offset the last is the innermost.
const LineEntry* covering(const std::vector<LineEntry>& rows, uint32_t offset) {
  const auto after = std::upper_bound(rows.begin(), rows.end(), offset,
                                      [](uint32_t value, const LineEntry& row) { return value < row.offset; });
  return after == rows.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

const LineEntry* LineMap::source_at(uint32_t offset) const {
  return covering(source, offset);
}
const LineEntry* LineMap::ptx_at(uint32_t offset) const {
  return covering(ptx, offset);
}

}  // namespace whet
