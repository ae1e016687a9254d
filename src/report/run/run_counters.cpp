// Counters, grouped by subject.
#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/facts/metric_groups.h"
#include "report/run/run_view.h"

namespace whet {

std::vector<CounterGroup> group_counters(const std::vector<vgpu::NamedCount>& metrics) {
  std::vector<CounterGroup> groups;
  for (const std::string& title : metric_group_titles()) groups.push_back({title, {}});
  for (const vgpu::NamedCount& count : metrics)
    groups[metric_group(count.name)].counters.push_back({std::string(count.name), count.value});
  return groups;
}

void render_counters(const LaunchView& launch, Canvas& canvas) {
  size_t zeros = 0;
  for (const CounterGroup& group : launch.counters) {
    Table table;
    table.right_aligned = {false, true};
    for (const CounterView& counter : group.counters) {
      if (counter.value == 0)
        ++zeros;
      else
        table.rows.push_back({counter.name, count_text(counter.value)});
    }
    if (table.rows.empty()) continue;
    canvas.heading(group.title + " (counted)", 2);
    canvas.table(table);
  }
  if (zeros > 0) canvas.item({{fmt::format("{} counters are 0", zeros), Tone::dim}});
}

}  // namespace whet
