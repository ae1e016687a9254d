// The table of source lines.
#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/run/run_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_shown_columns = 34;

// "4,096 / 512": what was moved, and the least that would be enough; empty if nothing was moved.
Cell moved_text(double count, double ideal) {
  if (count == 0) return {""};
  const bool wasteful = count > 1.05 * ideal;
  return {count_text(count) + " / " + count_text(ideal), wasteful ? Tone::warning : Tone::plain};
}

std::string place_text(const LineView& line, bool with_file) {
  const std::string number = std::to_string(line.line);
  return with_file ? line.file.substr(line.file.rfind('/') + 1) + ":" + number : number;
}

// Long lines are truncated: their number identifies them.
std::string short_text(const std::string& text) {
  const std::string whole(trim(text));
  return whole.size() > k_shown_columns ? whole.substr(0, k_shown_columns) + "..." : whole;
}

// Which columns have content.
struct Columns {
  bool file = false, sectors = false, wavefronts = false;
};

Columns columns_of(const LineTable& table) {
  Columns columns;
  for (const LineView& line : table.lines) {
    columns.file |= line.file != table.lines.front().file;
    columns.sectors |= line.sectors > 0;
    columns.wavefronts |= line.wavefronts > 0;
  }
  return columns;
}

std::vector<Cell> row_of(const LineView& line, const Columns& columns) {
  const double active = line.warps > 0 ? line.lanes / (k_lanes_of_warp * line.warps) : 0;
  std::vector<Cell> row{line.hottest ? "*" : " ",
                        place_text(line, columns.file),
                        count_text(line.warps),
                        {percent_text(line.share), line.hottest ? Tone::strong : Tone::plain},
                        line.warps > 0 ? percent_text(active) : ""};
  if (columns.sectors) row.push_back(moved_text(line.sectors, line.ideal_sectors));
  if (columns.wavefronts) row.push_back(moved_text(line.wavefronts, line.ideal_wavefronts));
  row.emplace_back(short_text(line.text));
  return row;
}

std::vector<std::string> header_of(const Columns& columns) {
  std::vector<std::string> header{"", "line", "warp instr.", "issue", "lanes"};
  if (columns.sectors) header.emplace_back("sectors / ideal");
  if (columns.wavefronts) header.emplace_back("wavefronts / ideal");
  header.emplace_back("source");
  return header;
}

}  // namespace

void render_lines(const LineTable& table, Canvas& canvas) {
  canvas.heading(fmt::format("lines (counted; {} instructions)", table.from_machine_code ? "SASS" : "PTX"), 2);
  if (table.lines.empty()) {
    canvas.item({"no line information in the code"});
    return;
  }
  Table drawn;
  const Columns columns = columns_of(table);
  drawn.header = header_of(columns);
  drawn.right_aligned.assign(drawn.header.size(), true);
  drawn.right_aligned.front() = drawn.right_aligned.back() = false;
  for (const LineView& line : table.lines) {
    if (line.warps > 0 || line.sectors > 0 || line.wavefronts > 0) drawn.rows.push_back(row_of(line, columns));
  }
  canvas.table(drawn);
  if (table.unplaced_share >= 0.0005)
    canvas.item({{percent_text(table.unplaced_share) + " of the instructions have no line", Tone::dim}});
}

}  // namespace whet
