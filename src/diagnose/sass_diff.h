// The differences in machine code between two builds of a kernel: per kernel and per loop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/signature.h"

namespace whet {

struct MnemonicChange {
  std::string mnemonic;  // with modifiers: LDG.E.128
  int before = 0, after = 0;
};

// A number before and after.
struct Change {
  std::optional<int> before, after;
};

// A piece of code compared with its counterpart; one side is empty when the other build has none.
struct CodeDiff {
  std::string name;  // "whole kernel", "hot loop", "loop 2"
  std::string before_lines, after_lines;
  Change instructions;
  Change stall_cycles;
  std::vector<MnemonicChange> changes;  // only differences, the largest first
};

struct KernelDiff {
  std::string before_name, after_name;
  Change registers, stack_bytes, shared_bytes, spill_loads, spill_stores, loops;
  std::vector<CodeDiff> code;  // the whole kernel, then the hot loop, then the others in order
};

KernelDiff diff_kernels(const FunctionCode& before, const FunctionCode& after);

// The counterpart of a kernel among `others`: the same mangled name, else the same plain name, else the only one.
std::optional<size_t> find_counterpart(const CubinFunction& kernel, const std::vector<const CubinFunction*>& others);

// "gemm.cu:7-9" in the file with most instructions, without its directory; "" without line information.
std::string lines_text(const std::vector<SourceRange>& lines);

}  // namespace whet
