// Kernels of cubins with their PTX, and counts made by walking the PTX, for tests of the code that joins the two.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "binary/analysis/control_flow.h"
#include "binary/analysis/kernel_code.h"
#include "binary/analysis/loops.h"
#include "ptx/flow/flow_graph.h"
#include "ptx/reader/parser.h"
#include "support/code.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/program.h"

namespace whet::test {

// A program without ops: it has what the joining code reads.
inline vgpu::Program program_shell(std::shared_ptr<const ptx::Module> module, const std::string& kernel) {
  vgpu::Program program;
  program.module = module;
  program.kernel = kernel;
  for (uint32_t f = 0; f < module->functions.size(); ++f) {
    const ptx::Function& function = module->functions[f];
    if (function.body.empty() || (function.is_entry && function.name != kernel)) continue;
    const auto first = static_cast<uint32_t>(program.origins.size());
    if (function.is_entry) program.entry = f;
    for (uint32_t i = 0; i < function.body.size(); ++i) program.origins.push_back({f, i});
    for (const ptx::BasicBlock& block : ptx::build_flow_graph(function).blocks) {
      program.blocks.push_back({first + block.first, first + block.end});
    }
  }
  return program;
}

// Counts of `warps` full warps that walk through the kernel: a backward branch is taken `passes - 1` times in a row, a
// forward one at random.
class Walk {
 public:
  Walk(const vgpu::Program& program, int passes) : program_(program), passes_(passes) {
    counts_.instructions.resize(program.origins.size());
    counts_.accesses.resize(program.origins.size());
    counts_.taken.resize(program.origins.size());
    counts_.diverged.resize(program.origins.size());
    while (program_.origins[first_].function != program_.entry) ++first_;
  }

  vgpu::Counts of(int warps) {
    for (int i = 0; i < warps; ++i) walk();
    counts_.warps = static_cast<uint64_t>(warps);
    counts_.blocks = counts_.grid_blocks = 1;
    return counts_;
  }

 private:
  void walk() {
    const auto& body = program_.module->functions[program_.entry].body;
    std::map<uint32_t, int> taken;
    uint32_t at = 0;
    for (int steps = 0; at < body.size() && steps < k_most_steps; ++steps) {
      counts_.instructions[first_ + at].add({1, 32});
      const ptx::Instruction& in = body[at];
      if (in.opcode == "bra" && goes(in, at, taken)) {
        ++counts_.taken[first_ + at];
        at = in.operands.back().index;
      } else if ((in.opcode == "ret" || in.opcode == "exit" || in.opcode == "trap") && in.guard == ptx::k_none) {
        return;
      } else {
        ++at;
      }
    }
  }

  bool goes(const ptx::Instruction& in, uint32_t at, std::map<uint32_t, int>& taken) {
    if (in.guard == ptx::k_none) return true;
    if (in.operands.back().index > at) return random_() % 2 == 0;
    if (++taken[at] < passes_) return true;
    taken[at] = 0;
    return false;
  }

  static constexpr int k_most_steps = 2'000'000;
  const vgpu::Program& program_;
  int passes_;
  uint32_t first_ = 0;
  std::minstd_rand random_{7};
  vgpu::Counts counts_;
};

// Handwritten machine code, one PTX line per instruction.
struct HandCode {
  KernelCode code;
  LineMap lines;
};

struct CodeLine {
  uint32_t ptx_line;
  Line line;
};

inline HandCode hand_code(std::initializer_list<CodeLine> rows) {
  HandCode hand;
  for (const CodeLine& row : rows) {
    Instruction instruction = code({row.line}).front();
    instruction.offset = static_cast<uint32_t>(16 * hand.code.instructions.size());
    hand.lines.ptx.push_back({instruction.offset, 0, row.ptx_line});
    hand.code.instructions.push_back(instruction);
  }
  hand.code.flow = build_control_flow(hand.code.instructions, {});
  for (const Loop& loop : find_loops(hand.code.flow)) {
    hand.code.loops.emplace_back();
    hand.code.loops.back().loop = loop;
  }
  return hand;
}

// The kernel `k` of a PTX text, whose first line is line 1.
inline vgpu::Program ptx_program(const std::string& text) {
  auto module = ptx::parse(text, "test");
  EXPECT_TRUE(module.ok()) << (module ? "" : describe(module.error()));
  return program_shell(std::make_shared<const ptx::Module>(std::move(*module)), "k");
}

// The instruction on a line.
inline uint32_t at_line(const vgpu::Program& program, uint32_t line) {
  for (uint32_t i = 0; i < program.origins.size(); ++i) {
    if (program.instruction(i).line == line) return i;
  }
  ADD_FAILURE() << "no instruction on line " << line;
  return 0;
}

inline vgpu::Counts empty_counts(const vgpu::Program& program, uint64_t warps) {
  vgpu::Counts counts;
  counts.instructions.resize(program.origins.size());
  counts.accesses.resize(program.origins.size());
  counts.taken.resize(program.origins.size());
  counts.diverged.resize(program.origins.size());
  counts.warps = warps;
  counts.blocks = counts.grid_blocks = 1;
  return counts;
}

// Sets the PTX block of `line` to this many executions by full warps.
inline void ran(const vgpu::Program& program, vgpu::Counts& counts, uint32_t line, uint64_t warps) {
  const uint32_t instruction = at_line(program, line);
  for (const vgpu::ProgramBlock& block : program.blocks) {
    if (instruction < block.first_instruction || instruction >= block.end_instruction) continue;
    for (uint32_t i = block.first_instruction; i < block.end_instruction; ++i) {
      counts.instructions[i] = {warps, 32 * warps};
    }
  }
}

inline std::shared_ptr<const ptx::Module> module_of(const Cubin& cubin) {
  std::string text;
  for (const std::string& line : cubin.ptx_lines) text += line + "\n";
  auto module = ptx::parse(text, "cubin");
  return module ? std::make_shared<const ptx::Module>(std::move(*module)) : nullptr;
}

}  // namespace whet::test
