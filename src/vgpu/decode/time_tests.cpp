#include "vgpu/decode/time_tests.h"

#include <algorithm>

#include "ptx/flow/flow_graph.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

bool reads_special(const ptx::Instruction& in) {
  return in.opcode == "mov" && in.operands.size() == 2 && in.operands[1].kind == ptx::Operand::Kind::special;
}

bool asks_time(const ptx::Instruction& in) {
  const auto names = timer_names();
  return reads_special(in) && std::find(names.begin(), names.end(), in.operands[1].name) != names.end();
}

bool goes_through_memory(const ptx::Instruction& in) {
  constexpr std::string_view k_opcodes[] = {"ld", "ldu", "st", "atom", "red", "tex", "suld", "call", "cp"};
  return std::find(std::begin(k_opcodes), std::end(k_opcodes), in.opcode) != std::end(k_opcodes);
}

// True for an instruction that brings in data, or a value that differs between threads.
bool brings_other(const ptx::Instruction& in) {
  return (reads_special(in) && !asks_time(in)) || (goes_through_memory(in) && !in.has("param"));
}

// The registers that hold something computed from what certain instructions bring in.
class ValueOrigin {
 public:
  ValueOrigin(const ptx::Function& function, bool (*brings)(const ptx::Instruction&))
      : function_(function), brings_(brings), holds_(function.registers.size()) {
    while (spread()) continue;
  }

  bool reaches(const ptx::Instruction& in) const {
    const ptx::RegisterUse use = ptx::register_use(in);
    return std::any_of(use.reads.begin(), use.reads.end(), [&](uint32_t reg) { return bool{holds_[reg]}; });
  }

 private:
  // One pass over the function. True if it found more registers.
  bool spread() {
    bool further = false;
    for (const ptx::Instruction& in : function_.body) {
      if (!brings_(in) && (goes_through_memory(in) || !reaches(in))) continue;
      for (const uint32_t reg : ptx::register_use(in).writes) {
        if (function_.registers[reg].type == ptx::Type::pred) continue;  // the test of a predicate is found itself
        further |= !holds_[reg];
        holds_[reg] = true;
      }
    }
    return further;
  }

  const ptx::Function& function_;
  bool (*brings_)(const ptx::Instruction&);
  std::vector<bool> holds_;
};

}  // namespace

std::vector<bool> time_tests(const ptx::Function& function) {
  if (std::none_of(function.body.begin(), function.body.end(), asks_time)) return {};
  const ValueOrigin time(function, asks_time), other(function, brings_other);
  std::vector<bool> tests;
  for (const ptx::Instruction& in : function.body) {
    const bool asks_equal = in.has("eq") || in.has("ne");
    tests.push_back(in.opcode == "setp" && time.reaches(in) && (asks_equal || !other.reaches(in)));
  }
  return tests;
}

void flip_test(Warp& warp, const Op& op) {
  const Surroundings& surroundings = warp.worker->launch.options->surroundings;
  if (!surroundings.flips(op.index, ++warp.worker->tests)) return;
  const Mask lanes = warp.mask;
  if (op.flags) warp.mask = k_all_lanes;
  for (const Ref result : {op.dst, op.dst2}) {
    if (result.present()) warp.put_predicate(result, ~warp.predicate(result));
  }
  warp.mask = lanes;
}

}  // namespace whet::vgpu
