#include "optimize/dispatch/dispatch_rows.h"

namespace whet {

write::SizeTable size_table_of(const DispatchTable& table, size_t otherwise, const std::vector<std::string>& names,
                               const std::string& times) {
  write::SizeTable made{table.architecture, names[otherwise], times, table.rule.dim, {}};
  for (const DispatchRule::Range& range : table.rule.ranges)
    made.rows.push_back({range.up_to, {}, names[range.variant]});
  for (const DispatchRule::Point& point : table.rule.points)
    made.rows.push_back({std::nullopt, point.dims, names[point.variant]});
  return made;
}

}  // namespace whet
