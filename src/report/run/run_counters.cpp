// Counters, grouped by subject.
#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/run/run_view.h"

namespace whet {

namespace {

// A counter belongs to the first row of which its name contains a part.
struct GroupRule {
  const char* title;
  std::vector<std::string_view> parts;
};

const std::vector<GroupRule>& group_rules() {
  static const std::vector<GroupRule> rules{
      {"arithmetic of lanes", {"sass_thread_inst_executed_op_"}},
      {"caches and DRAM", {"lookup_hit", "lts__", "dram__"}},
      {"shared memory", {"mem_shared", "op_shared", "op_ldsm"}},
      {"global and local memory", {"mem_global", "mem_local", "op_global", "op_local", "op_ldgsts"}},
      {"instructions", {""}},
  };
  return rules;
}

size_t rule_of(std::string_view name) {
  const auto& rules = group_rules();
  for (size_t i = 0; i < rules.size(); ++i) {
    for (const std::string_view part : rules[i].parts) {
      if (name.find(part) != std::string_view::npos) return i;
    }
  }
  return rules.size() - 1;
}

}  // namespace

std::vector<CounterGroup> group_counters(const std::vector<vgpu::NamedCount>& metrics) {
  std::vector<CounterGroup> groups;
  for (const GroupRule& rule : group_rules()) groups.push_back({rule.title, {}});
  for (const vgpu::NamedCount& count : metrics) {
    groups[rule_of(count.name)].counters.push_back({std::string(count.name), count.value});
  }
  return {groups.rbegin(), groups.rend()};
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
