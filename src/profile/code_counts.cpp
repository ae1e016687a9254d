#include "profile/code_counts.h"

#include <algorithm>
#include <numeric>

#include "binary/sass/instruction_text.h"
#include "vgpu/program/fault_text.h"

namespace whet {

namespace {

InstructionCounts counts_of(const VirtualReport& report, size_t i, Architecture architecture) {
  const Instruction& in = report.code->instructions[i];
  const vgpu::MachineCount& count = report.machine->instructions[i];
  InstructionCounts counts{.offset = in.offset, .text = instruction_text(in, architecture), .file = {}};
  counts.warps = count.warps;
  counts.lanes = count.lanes;
  counts.share = report.machine->issued > 0 ? count.warps / report.machine->issued : 0;
  if (count.ptx >= report.program->origins.size()) return counts;
  if (const ptx::SourcePlace* const place = vgpu::find_place(*report.program, count.ptx)) {
    counts.file = report.program->module->files[place->file];
    counts.line = place->line;
  }
  return counts;
}

}  // namespace

HotCode hot_code(const VirtualReport& report, Architecture architecture, size_t most) {
  HotCode hot;
  if (!report.machine || !report.code) return hot;
  const size_t count = std::min(report.waits.size(), report.code->instructions.size());
  hot.of = static_cast<uint32_t>(count);
  double all = 0;
  for (size_t i = 0; i < count; ++i) all += report.waits[i].sum();
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return report.waits[a].sum() > report.waits[b].sum(); });
  for (size_t k = 0; k < std::min(most, count); ++k) {
    if (report.machine->instructions[order[k]].warps <= 0) continue;
    InstructionCounts counts = counts_of(report, order[k], architecture);
    counts.stalls = stall_cycles(report.waits[order[k]]);
    for (auto& [reason, share] : counts.stalls) share /= all;
    hot.instructions.push_back(std::move(counts));
  }
  return hot;
}

}  // namespace whet
