#include "vgpu/check/value_flow.h"

#include <algorithm>
#include <vector>

#include "ptx/flow/flow_graph.h"

namespace whet::vgpu {

namespace {

using ptx::Instruction;

bool is_among(const std::string& opcode, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), opcode) != words.end();
}

// Finds the registers that hold the value or something computed from it.
class ValueFlow {
 public:
  explicit ValueFlow(const ptx::Function& function) : function_(function), holds_(function.registers.size(), false) {}

  void add(const std::vector<uint32_t>& registers) {
    for (const uint32_t reg : registers) holds_[reg] = true;
  }

  // One pass over the function. True if it found more registers.
  bool spread() {
    bool further = false;
    for (const Instruction& in : function_.body) {
      const ptx::RegisterUse use = ptx::register_use(in);
      const bool loads = shared_holds_ && is_shared(in) && in.opcode != "st";
      if (!loads && std::none_of(use.reads.begin(), use.reads.end(), [&](uint32_t reg) { return bool{holds_[reg]}; }))
        continue;
      decides_ |= decides_in(in, use);
      further |= is_shared(in) && !shared_holds_;
      shared_holds_ |= is_shared(in);
      for (const uint32_t reg : use.writes) {
        if (is_range_of_shuffle(in, reg)) continue;
        further |= !holds_[reg];
        holds_[reg] = true;
      }
    }
    return further;
  }
  bool decides() const { return decides_; }

 private:
  static bool is_shared(const Instruction& in) {
    return in.has("shared") || in.has("shared::cta") || in.has("shared::cluster");
  }
  bool is_predicate(uint32_t reg) const { return function_.registers[reg].type == ptx::Type::pred; }
  // The second result of shfl says whether the source lane was in range.
  bool is_range_of_shuffle(const Instruction& in, uint32_t reg) const {
    return in.opcode == "shfl" && is_predicate(reg);
  }

  bool decides_in(const Instruction& in, const ptx::RegisterUse& use) const {
    if (in.guard != ptx::k_none && holds_[in.guard]) return true;
    if (is_among(in.opcode, {"set", "slct", "call", "vote", "match", "brx"}) || in.has("cas")) return true;
    if (in.opcode == "st" && !in.has("global") && !is_shared(in)) return true;
    for (const ptx::Operand& operand : in.operands) {
      const bool is_address = operand.kind == ptx::Operand::Kind::address;
      if (is_address && operand.base_kind == ptx::Operand::Kind::reg && holds_[operand.index]) return true;
    }
    return std::any_of(use.writes.begin(), use.writes.end(),
                       [&](uint32_t reg) { return is_predicate(reg) && !is_range_of_shuffle(in, reg); });
  }

  const ptx::Function& function_;
  std::vector<bool> holds_;
  bool shared_holds_ = false;
  bool decides_ = false;
};

}  // namespace

bool decides(const ptx::Function& function, const Instruction& load) {
  const auto calls = [](const Instruction& in) { return in.opcode == "call"; };
  // Other functions access shared memory, too.
  if (std::any_of(function.body.begin(), function.body.end(), calls)) return true;
  ValueFlow flow(function);
  flow.add(ptx::register_use(load).writes);
  while (flow.spread() && !flow.decides()) continue;
  return flow.decides();
}

}  // namespace whet::vgpu
