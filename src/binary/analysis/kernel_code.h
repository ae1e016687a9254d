// A function's code, decoded and analysed: instructions, control flow, loops, and the hot loop.
#pragma once

#include <optional>
#include <vector>

#include "binary/analysis/control_flow.h"
#include "binary/analysis/loops.h"
#include "binary/analysis/mix.h"
#include "binary/analysis/schedule.h"
#include "binary/cubin/cubin.h"

namespace whet {

struct SourceRange {
  std::string file;
  uint32_t first_line = 0, last_line = 0;
};

struct LoopCode {
  Loop loop;
  std::vector<uint32_t> all;       // instruction indices, inner loops included
  std::vector<uint32_t> own;       // without inner loops
  InstructionMix mix;              // of `own`
  Schedule schedule;               // of `all`: a copy issued in an inner loop may be waited for outside it
  bool is_spin_wait = false;       // only waits for a barrier or a lock
  std::vector<SourceRange> lines;  // source of `own`, the file with most instructions first
};

struct KernelCode {
  std::vector<Instruction> instructions;
  ControlFlow flow;
  std::vector<LoopCode> loops;  // parents before children
  std::optional<int> hot_loop;  // index into loops; absent when no loop does work
  InstructionMix mix;           // of the whole function, subroutines included
  InstructionMix body_mix;      // without subroutines
  Schedule schedule;            // of the whole body, as if it were one iteration
  int spill_loads = 0;          // LDL from a fixed stack slot ([R1+imm])
  int spill_stores = 0;
  int indexed_local_accesses = 0;  // LDL/STL with another address register: arrays indexed at run time

  // The hot code: the hot loop, else the whole body.
  const InstructionMix& hot_mix() const { return hot_loop ? loops[*hot_loop].mix : body_mix; }
  const Schedule& hot_schedule() const { return hot_loop ? loops[*hot_loop].schedule : schedule; }
};

// Decodes and analyses one function of a cubin.
Result<KernelCode> analyse_function(const CubinFunction& function, Architecture architecture);

// Source lines of some instructions, one range per file, the file with most instructions first.
std::vector<SourceRange> source_ranges(const std::vector<Instruction>& instructions,
                                       const std::vector<uint32_t>& indices, const LineMap& lines);

}  // namespace whet
