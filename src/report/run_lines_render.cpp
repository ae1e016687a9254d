// The table of source lines.
#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"
#include "report/run_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_lanes = 32;

// "4,096 / 512": what was moved and the least that would have done; empty when nothing was.
Cell moved_text(double count, double ideal) {
  if (count == 0) return {""};
  const bool wasteful = count > 1.05 * ideal;
  return {count_text(count) + " / " + count_text(ideal), wasteful ? Tone::warning : Tone::plain};
}

bool in_one_file(const LineTable& table) {
  return std::all_of(table.lines.begin(), table.lines.end(),
                     [&](const auto& line) { return line.file == table.lines.front().file; });
}

std::string place_text(const LineView& line, bool with_file) {
  const std::string number = std::to_string(line.line);
  return with_file ? line.file.substr(line.file.rfind('/') + 1) + ":" + number : number;
}

std::vector<Cell> row_of(const LineView& line, bool with_file) {
  const double active = line.warps > 0 ? line.lanes / (k_lanes * line.warps) : 0;
  return {line.hottest ? "*" : " ",
          place_text(line, with_file),
          count_text(line.warps),
          {percent_text(line.share), line.hottest ? Tone::strong : Tone::plain},
          line.warps > 0 ? percent_text(active) : "",
          moved_text(line.sectors, line.ideal_sectors),
          moved_text(line.wavefronts, line.ideal_wavefronts),
          std::string(trim(line.text))};
}

}  // namespace

void render_lines(const LineTable& table, Canvas& canvas) {
  canvas.heading(fmt::format("lines (counted; {} instructions)", table.from_machine_code ? "SASS" : "PTX"), 2);
  if (table.lines.empty()) {
    canvas.item({"no line information in the code"});
    return;
  }
  Table drawn;
  drawn.header = {"", "line", "warp instr.", "issue", "lanes", "sectors / ideal", "wavefronts / ideal", "source"};
  drawn.right_aligned = {false, true, true, true, true, true, true, false};
  const bool with_file = !in_one_file(table);
  for (const LineView& line : table.lines) drawn.rows.push_back(row_of(line, with_file));
  canvas.table(drawn);
  if (table.unplaced_share >= 0.0005)
    canvas.item({{percent_text(table.unplaced_share) + " of the instructions have no line", Tone::dim}});
}

}  // namespace whet
