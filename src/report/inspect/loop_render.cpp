#include "report/inspect/loop_render.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_names_in_line = 9;  // mnemonics listed before the rest is summed

std::string number(double value) {
  return value >= 100 || value == static_cast<int>(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

// "FFMA 64  LDS 16 (128-bit)  LDG 2 (32-bit) ...  others 12"
std::string names_text(const LoopView& loop) {
  std::string text;
  int rest = 0;
  for (size_t i = 0; i < loop.names.size(); ++i) {
    if (i >= k_names_in_line)
      rest += loop.names[i].second;
    else
      text += fmt::format("{}{} {}", text.empty() ? "" : "  ", loop.names[i].first, loop.names[i].second);
  }
  return rest > 0 ? text + fmt::format("  others {}", rest) : text;
}

std::string classes_text(const LoopView& loop) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : loop.classes) parts.push_back(fmt::format("{} {}", name, count));
  return join(parts, ", ");
}

std::string widths_text(const LoopView& loop) {
  std::vector<std::string> parts;
  for (const WidthCount& width : loop.widths) {
    parts.push_back(fmt::format("{} {} x {}-bit", width.kind, width.count, 8 * width.bytes));
  }
  return join(parts, ", ");
}

std::string ratios_text(const LoopView& loop) {
  std::vector<std::string> parts;
  if (loop.math_per_global_load) parts.push_back("math per global load " + number(*loop.math_per_global_load));
  if (loop.math_per_shared_load) parts.push_back("math per shared load " + number(*loop.math_per_shared_load));
  if (loop.flops_per_global_byte) parts.push_back("FLOP per global byte " + number(*loop.flops_per_global_byte));
  return join(parts, "   ");
}

std::string issue_text(const LoopView& loop) {
  std::string text = fmt::format("{} cycles to issue, {} with one warp's stalls, {} scoreboard waits",
                                 number(loop.issue.issue_cycles), loop.stall_cycles, loop.scoreboard_waits);
  if (loop.issue.bound_name() != "issue") {
    text += fmt::format("; {} needs {} (modelled: all warps, every lane its own address)", loop.issue.bound_name(),
                        number(loop.issue.bound_cycles()));
  }
  return text;
}

std::string overlap_text(const LoopView& loop) {
  std::vector<std::string> parts;
  if (loop.async_overlaps) {
    parts.push_back(fmt::format("{} asynchronous copies, {}", loop.async_copies,
                                *loop.async_overlaps ? "overlapped with math" : "not overlapped with math"));
  }
  if (loop.best_hidden_load && loop.best_hidden_load->load != loop.best_hidden_load->waiter) {
    parts.push_back(fmt::format("global loads waited for after {} instructions, {} of them math",
                                loop.best_hidden_load->distance, loop.best_hidden_load->math));
  }
  return join(parts, "; ");
}

std::string tensor_text(const LoopView& loop) {
  std::vector<std::string> parts;
  for (const TensorUse& use : loop.tensor) {
    const auto& [m, n, k] = use.shape;
    const std::string shape = m > 0 ? fmt::format(" (m{}n{}k{} {})", m, n, k, use.type) : "";
    parts.push_back(fmt::format("{} x {}{}", use.count, use.name, shape));
  }
  return join(parts, ", ");
}

}  // namespace

void render_hot(const LoopView& loop, Canvas& canvas) {
  const std::string where = loop.depth == 0      ? "no loop: whole kernel"
                            : loop.lines.empty() ? fmt::format("at {:#x}", loop.first_offset)
                                                 : loop.lines;
  canvas.fact(loop.depth == 0 ? "code" : "hot loop",
              {fmt::format("{}   {} instructions {}   {}", where, loop.instructions,
                           loop.depth == 0 ? "a thread" : "an iteration", issue_text(loop))});
  canvas.fact("", {names_text(loop)});
  for (const std::string& line : {widths_text(loop), tensor_text(loop), ratios_text(loop), overlap_text(loop)}) {
    if (!line.empty()) canvas.fact("", {line});
  }
}

void render_loops(const KernelView& kernel, Canvas& canvas) {
  Table table;
  table.header = {"loop", "instructions", "math", "stalls", "waits", "bound", "mix"};
  table.right_aligned = {false, true, true, true, true};
  for (const LoopView& loop : kernel.loops) {
    const std::string where = loop.depth == 0      ? "whole kernel"
                              : loop.lines.empty() ? fmt::format("{:#x}", loop.first_offset)
                                                   : loop.lines;
    const std::string mark = loop.hot ? " (hot)" : loop.spin_wait ? " (wait)" : "";
    table.rows.push_back({std::string(2 * static_cast<size_t>(std::max(0, loop.depth - 1)), ' ') + where + mark,
                          std::to_string(loop.instructions), std::to_string(loop.math),
                          std::to_string(loop.stall_cycles), std::to_string(loop.scoreboard_waits),
                          fmt::format("{} {}", loop.issue.bound_name(), number(loop.issue.bound_cycles())),
                          classes_text(loop)});
  }
  canvas.heading("loops", 2);
  canvas.table(table);
}

}  // namespace whet
