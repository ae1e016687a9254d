// What changed between two builds of a kernel, in machine code: per kernel and per loop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/signature.h"

namespace whet {

struct MnemonicChange {
  std::string mnemonic;  // with its modifiers: LDG.E.128
  int before = 0, after = 0;
};

// A number before and after.
struct Change {
  std::optional<int> before, after;
};

// One stretch of code against its counterpart; one side is empty when the other build has none.
struct CodeDiff {
  std::string name;  // "whole kernel", "hot loop", "loop 2"
  std::string before_lines, after_lines;
  Change instructions;
  Change stall_cycles;
  std::vector<MnemonicChange> changes;  // only what differs, the largest change first
};

struct KernelDiff {
  std::string before_name, after_name;
  Change registers, stack_bytes, shared_bytes, spill_loads, spill_stores, loops;
  std::vector<CodeDiff> code;  // whole kernel first, then the hot loop, then the others in order
};

KernelDiff diff_kernels(const FunctionCode& before, const FunctionCode& after);

// Which of `others` corresponds to a kernel: the same mangled name, else the same plain name, else the only one.
std::optional<size_t> find_counterpart(const CubinFunction& kernel, const std::vector<const CubinFunction*>& others);

// "gemm.cu:7-9" of the busiest file; "" without line information. Directories are left out.
std::string lines_text(const std::vector<SourceRange>& lines);

}  // namespace whet
