#include "vgpu/decode/surrounding_tests.h"

#include <algorithm>

#include "ptx/flow/flow_graph.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

bool asks_surroundings(const ptx::Instruction& in) {
  if (in.opcode != "mov" || in.operands.size() != 2 || in.operands[1].kind != ptx::Operand::Kind::special) return false;
  const auto names = surrounding_names();
  return std::find(names.begin(), names.end(), in.operands[1].name) != names.end();
}

bool goes_through_memory(const ptx::Instruction& in) {
  constexpr std::string_view k_opcodes[] = {"ld", "ldu", "st", "atom", "red", "tex", "suld", "call", "cp"};
  return std::find(std::begin(k_opcodes), std::end(k_opcodes), in.opcode) != std::end(k_opcodes);
}

// Registers with something made of such a value; what only depends on a test of it is found by the test.
class SurroundingFlow {
 public:
  explicit SurroundingFlow(const ptx::Function& function) : function_(function), holds_(function.registers.size()) {}

  // One pass over the text. True: it went further.
  bool spread() {
    bool further = false;
    for (const ptx::Instruction& in : function_.body) {
      if (!asks_surroundings(in) && (goes_through_memory(in) || !reads(in))) continue;
      for (const uint32_t reg : ptx::register_use(in).writes) {
        if (function_.registers[reg].type == ptx::Type::pred) continue;
        further |= !holds_[reg];
        holds_[reg] = true;
      }
    }
    return further;
  }

  bool reads(const ptx::Instruction& in) const {
    const ptx::RegisterUse use = ptx::register_use(in);
    return std::any_of(use.reads.begin(), use.reads.end(), [&](uint32_t reg) { return bool{holds_[reg]}; });
  }

 private:
  const ptx::Function& function_;
  std::vector<bool> holds_;
};

}  // namespace

std::vector<bool> surrounding_tests(const ptx::Function& function) {
  if (std::none_of(function.body.begin(), function.body.end(), asks_surroundings)) return {};
  SurroundingFlow flow(function);
  while (flow.spread()) continue;
  std::vector<bool> tests;
  for (const ptx::Instruction& in : function.body) tests.push_back(in.opcode == "setp" && flow.reads(in));
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
