// Counts by source line: instructions of machine code if there is any, else of PTX, summed by the line that they were
// made from.
#include <algorithm>
#include <map>

#include "report/run/run_view.h"
#include "util/text.h"
#include "vgpu/program/fault_text.h"

namespace whet {

namespace {

using Place = std::pair<std::string, uint32_t>;  // file and line

std::optional<Place> place_of(const vgpu::Program& program, uint32_t instruction) {
  if (instruction >= program.origins.size()) return std::nullopt;
  const ptx::SourcePlace* const found = vgpu::find_place(program, instruction);
  if (!found) return std::nullopt;
  return Place{program.module->files[found->file], found->line};
}

class LineCollector {
 public:
  explicit LineCollector(const VirtualReport& report) : report_(report), program_(*report.program) {}

  LineTable run() {
    table_.from_machine_code = report_.machine.has_value();
    if (report_.machine) add_sass();
    add_ptx();
    finish();
    return std::move(table_);
  }

 private:
  void add(uint32_t instruction, double warps, double lanes) {
    issued_ += warps;
    const auto place = place_of(program_, instruction);
    if (!place) {
      unplaced_ += warps;
      return;
    }
    LineView& line = lines_[*place];
    line.warps += warps;
    line.lanes += lanes;
  }

  void add_sass() {
    for (size_t i = 0; i < report_.code->instructions.size(); ++i) {
      const Instruction& in = report_.code->instructions[i];
      const vgpu::MachineCount& count = report_.machine->instructions[i];
      add(count.ptx, count.warps, count.lanes);
      const bool known = count.ptx < program_.origins.size();
      table_.sass.push_back(
          {in.mnemonic(), in.offset, known ? vgpu::source_place(program_, count.ptx) : "", count.warps, count.lanes});
    }
  }

  void add_ptx() {
    for (uint32_t i = 0; i < report_.grid.instructions.size(); ++i) {
      const vgpu::ExecutionCount& count = report_.grid.instructions[i];
      const double warps = static_cast<double>(count.warps), lanes = static_cast<double>(count.lanes);
      if (!report_.machine) add(i, warps, lanes);
      const ptx::Instruction& in = program_.instruction(i);
      table_.ptx.push_back({in.full_opcode(), in.line, vgpu::source_place(program_, i), warps, lanes});
      add_access(i, report_.grid.accesses[i]);
    }
  }

  void add_access(uint32_t instruction, const vgpu::AccessCount& count) {
    const auto place = place_of(program_, instruction);
    if (!place || count.requests == 0) return;
    LineView& line = lines_[*place];
    line.sectors += static_cast<double>(count.sectors);
    line.ideal_sectors += static_cast<double>(count.ideal_sectors);
    line.wavefronts += static_cast<double>(count.wavefronts);
    line.ideal_wavefronts += static_cast<double>(count.ideal_wavefronts);
  }

  void finish() {
    for (auto& [place, line] : lines_) {
      line.file = place.first;
      line.line = place.second;
      line.share = issued_ > 0 ? line.warps / issued_ : 0;
      table_.lines.push_back(std::move(line));
    }
    table_.unplaced_share = issued_ > 0 ? unplaced_ / issued_ : 0;
    const auto hottest = std::max_element(table_.lines.begin(), table_.lines.end(),
                                          [](const auto& a, const auto& b) { return a.warps < b.warps; });
    if (hottest != table_.lines.end()) hottest->hottest = true;
  }

  const VirtualReport& report_;
  const vgpu::Program& program_;
  LineTable table_;
  std::map<Place, LineView> lines_;
  double issued_ = 0, unplaced_ = 0;
};

}  // namespace

LineTable collect_lines(const VirtualReport& report, const SourceOf& source_of) {
  LineTable table = LineCollector(report).run();
  std::map<std::string, std::string> sources;
  for (LineView& line : table.lines) {
    const auto [found, is_new] = sources.try_emplace(line.file);
    if (is_new) found->second = source_of(line.file);
    const auto rows = split(found->second, '\n');
    if (line.line <= rows.size()) line.text = rows[line.line - 1];
  }
  return table;
}

}  // namespace whet
