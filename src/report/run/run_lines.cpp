// Counts by source line, with the text of each line and the instructions that were made from it.
#include <algorithm>
#include <map>

#include "report/run/run_view.h"
#include "util/text.h"
#include "vgpu/program/fault_text.h"

namespace whet {

namespace {

void add_sass(const VirtualReport& report, LineTable& table) {
  const vgpu::Program& program = *report.program;
  for (size_t i = 0; i < report.code->instructions.size(); ++i) {
    const Instruction& in = report.code->instructions[i];
    const vgpu::MachineCount& count = report.machine->instructions[i];
    const bool known = count.ptx < program.origins.size();
    table.sass.push_back(
        {in.mnemonic(), in.offset, known ? vgpu::source_place(program, count.ptx) : "", count.warps, count.lanes});
  }
}

void add_ptx(const VirtualReport& report, LineTable& table) {
  for (uint32_t i = 0; i < report.grid.instructions.size(); ++i) {
    const vgpu::ExecutionCount& count = report.grid.instructions[i];
    const ptx::Instruction& in = report.program->instruction(i);
    table.ptx.push_back({in.full_opcode(), in.line, vgpu::source_place(*report.program, i),
                         static_cast<double>(count.warps), static_cast<double>(count.lanes)});
  }
}

void add_texts(const SourceText& source_of, LineTable& table) {
  std::map<std::string, std::string> sources;
  for (LineView& line : table.lines) {
    const auto [found, is_new] = sources.try_emplace(line.file);
    if (is_new) found->second = source_of(line.file);
    const auto rows = split(found->second, '\n');
    if (line.line <= rows.size()) line.text = rows[line.line - 1];
  }
}

}  // namespace

LineTable collect_lines(const VirtualReport& report, const SourceText& source_of) {
  LineTable table;
  table.from_machine_code = report.machine.has_value();
  CountedLines counted = count_lines(report);
  table.unplaced_share = counted.unplaced_share;
  for (LineCounts& line : counted.lines) {
    LineView view;
    static_cast<LineCounts&>(view) = std::move(line);
    table.lines.push_back(std::move(view));
  }
  const auto hottest = std::max_element(table.lines.begin(), table.lines.end(),
                                        [](const auto& a, const auto& b) { return a.warps < b.warps; });
  if (hottest != table.lines.end()) hottest->hottest = true;
  if (report.machine) add_sass(report, table);
  add_ptx(report, table);
  add_texts(source_of, table);
  return table;
}

}  // namespace whet
