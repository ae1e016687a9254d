#include "profile/line_counts.h"

#include <map>
#include <optional>

#include "profile/code_idioms.h"
#include "vgpu/program/fault_text.h"
#include "vgpu/sass/access_groups.h"

namespace whet {

namespace {

using Place = std::pair<std::string, uint32_t>;  // file and line

constexpr double k_local_sectors = 4;  // of a request: a word of each lane

double number(uint64_t count) {
  return static_cast<double>(count);
}

class LineCounter {
 public:
  explicit LineCounter(const VirtualReport& report) : report_(report), program_(*report.program) {}

  CountedLines run() {
    if (report_.machine) add_machine_code();
    add_ptx();
    CountedLines counted;
    counted.unplaced_share = issued_ > 0 ? unplaced_ / issued_ : 0;
    for (auto& [place, line] : lines_) {
      line.file = place.first;
      line.line = place.second;
      line.share = issued_ > 0 ? line.warps / issued_ : 0;
      counted.lines.push_back(std::move(line));
    }
    return counted;
  }

 private:
  LineCounts* line_of(uint32_t instruction) {
    if (instruction >= program_.origins.size()) return nullptr;
    const ptx::SourcePlace* const found = vgpu::find_place(program_, instruction);
    return found ? &lines_[{program_.module->files[found->file], found->line}] : nullptr;
  }

  LineCounts* add(uint32_t instruction, double warps, double lanes) {
    issued_ += warps;
    LineCounts* const line = line_of(instruction);
    if (!line) {
      unplaced_ += warps;
      return nullptr;
    }
    line->warps += warps;
    line->lanes += lanes;
    return line;
  }

  void add_machine_code() {
    for (size_t i = 0; i < report_.code->instructions.size(); ++i) {
      const Instruction& in = report_.code->instructions[i];
      const vgpu::MachineCount& count = report_.machine->instructions[i];
      LineCounts* const line = add(count.ptx, count.warps, count.lanes);
      if (!line) continue;
      if (is_fp64(in)) line->fp64 += count.warps;
      if (is_special_function(in)) line->special += count.warps;
      if (starts_integer_division(in)) line->divisions += count.warps;
      if (checks_float_division(in)) line->checked_divisions += count.warps;
      if (accesses_local_memory(in)) line->local_sectors += k_local_sectors * count.warps;
      if (is_block_barrier(in)) line->barriers += count.warps;
    }
    if (!report_.waits.empty()) add_stalls();
  }

  void add_stalls() {
    double all = 0;
    for (const vgpu::InstructionWaits& waits : report_.waits) all += waits.sum();
    for (size_t i = 0; all > 0 && i < report_.waits.size(); ++i) {
      LineCounts* const line = line_of(report_.machine->instructions[i].ptx);
      if (!line) continue;
      for (const auto& [reason, cycles] : stall_cycles(report_.waits[i])) line->stalls[reason] += cycles / all;
    }
  }

  void add_ptx() {
    for (uint32_t i = 0; i < report_.grid.instructions.size(); ++i) {
      const vgpu::ExecutionCount& count = report_.grid.instructions[i];
      if (!report_.machine) add(i, number(count.warps), number(count.lanes));
      const vgpu::AccessCount& access = report_.grid.accesses[i];
      if (access.requests == 0 && report_.grid.diverged[i] == 0) continue;
      LineCounts* const line = line_of(i);
      if (line) add_access(*line, i, access);
    }
  }

  void add_access(LineCounts& line, uint32_t instruction, const vgpu::AccessCount& count) {
    line.diverged += number(report_.grid.diverged[instruction]);
    line.sectors += number(count.sectors);
    line.ideal_sectors += number(count.ideal_sectors);
    line.wavefronts += number(count.wavefronts);
    line.ideal_wavefronts += number(count.ideal_wavefronts);
    const ptx::Instruction& in = program_.instruction(instruction);
    const double excess = number(count.sectors) - number(count.ideal_sectors);
    if (in.has("local")) {
      line.local_sectors += report_.machine ? 0 : number(count.sectors);
      return;
    }
    if (in.opcode == "atom" || in.opcode == "red")
      line.atomics += number(count.requests);
    else if (excess > 0)
      (in.opcode == "st" ? line.store_excess : line.load_excess) += excess;
  }

  const VirtualReport& report_;
  const vgpu::Program& program_;
  std::map<Place, LineCounts> lines_;
  double issued_ = 0, unplaced_ = 0;
};

}  // namespace

CountedLines count_lines(const VirtualReport& report) {
  return LineCounter(report).run();
}

}  // namespace whet
