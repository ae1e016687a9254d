// Hot lines and hot machine code of a profile.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/diagnose/profile_text.h"
#include "report/diagnose/profile_view.h"

namespace whet {

namespace {

constexpr size_t k_hot_lines = 8, k_hot_instructions = 12, k_line_columns = 24;

// The largest reason, in words.
std::string worst_stall(const Stalls& stalls) {
  const auto worst =
      std::max_element(stalls.begin(), stalls.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return worst == stalls.end() ? "" : std::string(stall_meaning(worst->first));
}

double heat_of(const LineCounts& line) {
  return line.stalls.empty() ? line.share : sum_of(line.stalls);
}

std::string lanes_text(double lanes, double warps) {
  return percent_text(warps > 0 ? lanes / (32 * warps) : 0);
}

}  // namespace

void render_hot_lines(const LaunchRecord& launch, bool all, Canvas& canvas) {
  const auto& lines = launch.lines.lines;
  std::vector<size_t> order(lines.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return heat_of(lines[a]) > heat_of(lines[b]); });
  if (!all && order.size() > k_hot_lines) order.resize(k_hot_lines);
  Table table;
  table.header = {"line", "time", "issued", "lanes", "sectors", "excess", "waits for", ""};
  table.right_aligned = {false, true, true, true, true, true, false, false};
  for (const size_t i : order) {
    const LineCounts& line = lines[i];
    table.rows.push_back(
        {place_text(line.file, line.line), line.stalls.empty() ? "" : percent_text(sum_of(line.stalls)),
         percent_text(line.share), lanes_text(line.lanes, line.warps), line.sectors > 0 ? count_text(line.sectors) : "",
         line.ideal_sectors > 0 ? fmt::format("{:.1f}x", line.sectors / line.ideal_sectors) : "",
         worst_stall(line.stalls), i < launch.texts.size() ? launch.texts[i].substr(0, k_line_columns) : ""});
  }
  canvas.heading("hot lines", 2, "time: of a warp's, issuing or waiting");
  canvas.table(table);
}

void render_hot_code(const LaunchRecord& launch, bool all, Canvas& canvas) {
  Table table;
  table.header = {"address", "time", "issued", "lanes", "waits for", "line", "instruction"};
  table.right_aligned = {true, true, true, true, false, false, false};
  const auto& hot = launch.code.instructions;
  for (size_t i = 0; i < hot.size() && (all || i < k_hot_instructions); ++i)
    table.rows.push_back({fmt::format("{:#06x}", hot[i].offset), percent_text(sum_of(hot[i].stalls)),
                          count_text(hot[i].warps), lanes_text(hot[i].lanes, hot[i].warps), worst_stall(hot[i].stalls),
                          place_text(hot[i].file, hot[i].line), hot[i].text});
  canvas.heading("hot machine code", 2, fmt::format("{} of {} instructions", table.rows.size(), launch.code.of));
  canvas.table(table);
}

}  // namespace whet
