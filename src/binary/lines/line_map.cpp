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

const LineEntry* LineMap::user_place_at(uint32_t offset) const {
  const LineEntry* const innermost = source_at(offset);
  const LineEntry* place = innermost;
  for (size_t steps = 0; place && steps <= source.size(); ++steps) {
    const bool known = place->file < files.size() && place->line != 0;
    if (known && !is_toolkit_header(files[place->file])) return place;
    const bool is_called = place->inlined_at >= 0 && static_cast<size_t>(place->inlined_at) < source.size();
    place = is_called ? &source[static_cast<size_t>(place->inlined_at)] : nullptr;
  }
  return innermost;
}

bool is_toolkit_header(const std::string& file) {
  const size_t include = file.find("/include/");
  if (include == std::string::npos) return false;
  const std::string before = file.substr(0, include);
  return before.find("cuda") != std::string::npos || before.find("nvidia") != std::string::npos;
}

}  // namespace whet
