// A small machine for tests: runs a kernel of a few simple instructions, each lane by itself or a warp with its
// registers in the places that assign_slots gave them.
//
//   mov add xor setp.lt selp ld.param.u32 st.global.u32 bra ret; an address is ignored, a store is written down
#pragma once

#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "ptx/flow/slots.h"

namespace whet::ptx::test {

inline constexpr uint32_t k_model_lanes = 32, k_model_ctaid = 5, k_model_parameter = 7;

// What a lane stored, in order; nothing where the value was never written.
using Trace = std::vector<std::optional<uint32_t>>;

// The result of an instruction from its operands' values.
inline uint32_t model_result(const Instruction& instruction, const std::vector<uint32_t>& values) {
  if (instruction.opcode == "add") return values[0] + values[1];
  if (instruction.opcode == "xor") return values[0] ^ values[1];
  if (instruction.opcode == "setp") return static_cast<int32_t>(values[0]) < static_cast<int32_t>(values[1]);
  if (instruction.opcode == "selp") return values[2] ? values[0] : values[1];
  return values[0];  // mov, ld.param, st
}

inline uint32_t model_constant(const Operand& operand, uint32_t lane) {
  if (operand.kind == Operand::Kind::address) return k_model_parameter;
  if (operand.kind == Operand::Kind::immediate) return static_cast<uint32_t>(operand.value);
  return operand.name == "tid.x" ? lane : k_model_ctaid;
}

// One lane alone: the truth. Nothing when it does not end within `most` steps or branches on what was never written.
inline std::optional<Trace> run_lane(const Function& function, uint32_t lane, int most) {
  Trace trace;
  std::vector<std::optional<uint32_t>> registers(function.registers.size());
  for (uint32_t pc = 0; pc < function.body.size() && most-- > 0; ++pc) {
    const Instruction& in = function.body[pc];
    if (in.guard != k_none) {
      if (!registers[in.guard]) return std::nullopt;
      if ((*registers[in.guard] != 0) == in.guard_negated) continue;
    }
    if (in.opcode == "ret") return trace;
    if (in.opcode == "bra") {
      pc = in.operands[0].index - 1;
      continue;
    }
    std::vector<uint32_t> values;
    bool known = true;
    for (size_t i = 1; i < in.operands.size(); ++i) {
      const Operand& operand = in.operands[i];
      const auto value = operand.kind == Operand::Kind::reg ? registers[operand.index] : model_constant(operand, lane);
      known &= value.has_value();
      values.push_back(value.value_or(0));
    }
    const auto result = known ? std::optional(model_result(in, values)) : std::nullopt;
    if (in.opcode == "st")
      trace.push_back(result);
    else
      registers[in.operands[0].index] = result;
  }
  if (most <= 0) return std::nullopt;
  return trace;
}

// How a warp in which groups of lanes stand at different places goes on.
enum class Order {
  lowest_first,  // until lanes were divided for 64 blocks: then in turns, till they meet
  any,           // but none enters a convergent block before all that live are there
};

class WarpModel {
 public:
  WarpModel(const Function& function, const FlowGraph& graph, const Uniformity& uniformity, const SlotMap& slots)
      : function_(function), graph_(graph), uniformity_(uniformity), slots_(slots), frame_(slots.frame_bytes + 64) {}

  // Traces per lane; empty when no group may run although some live.
  std::vector<Trace> run(Order order, uint32_t seed) {
    std::mt19937 random(seed);
    traces_.assign(k_model_lanes, {});
    groups_.clear();
    groups_[0] = ~0u;
    for (int divided = 0; !groups_.empty();) {
      divided = groups_.size() > 1 ? divided + 1 : 0;
      const auto block = order == Order::any ? pick_able(random) : pick_lowest(divided, random);
      if (!block) return {};
      const uint32_t lanes = groups_[*block];
      groups_.erase(*block);
      run_block(*block, lanes);
    }
    return traces_;
  }

 private:
  std::optional<uint32_t> pick_lowest(int divided, std::mt19937& random) const {
    return divided < 64 ? groups_.begin()->first : std::next(groups_.begin(), random() % groups_.size())->first;
  }

  std::optional<uint32_t> pick_able(std::mt19937& random) const {
    std::vector<uint32_t> able;
    for (const auto& [block, lanes] : groups_) {
      if (!uniformity_.convergent_blocks[block] || groups_.size() == 1) able.push_back(block);
    }
    if (able.empty()) return std::nullopt;
    return able[random() % able.size()];
  }

  void run_block(uint32_t block, uint32_t lanes) {
    for (uint32_t pc = graph_.blocks[block].first; pc < graph_.blocks[block].end; ++pc) {
      const Instruction& in = function_.body[pc];
      uint32_t active = 0;
      for (uint32_t lane = 0; lane < k_model_lanes; ++lane) {
        const bool on = in.guard == k_none || (read(in.guard, lane) != 0) != in.guard_negated;
        if (on) active |= lanes & 1u << lane;
      }
      if (in.opcode == "ret") lanes &= ~active;
      if (in.opcode == "bra") go(in.operands[0].index, active), lanes &= ~active;
      if (in.opcode != "ret" && in.opcode != "bra") run_instruction(in, active);
    }
    go(graph_.blocks[block].end, lanes);
  }

  void go(uint32_t pc, uint32_t lanes) {
    if (lanes != 0 && pc < function_.body.size()) groups_[graph_.block_of[pc]] |= lanes;
  }

  void run_instruction(const Instruction& in, uint32_t active) {
    for (uint32_t lane = 0; lane < k_model_lanes; ++lane) {
      if (!(active >> lane & 1)) continue;
      std::vector<uint32_t> values;
      for (size_t i = 1; i < in.operands.size(); ++i) {
        const Operand& operand = in.operands[i];
        const bool is_register = operand.kind == Operand::Kind::reg;
        values.push_back(is_register ? read(operand.index, lane) : model_constant(operand, lane));
      }
      const uint32_t result = model_result(in, values);
      if (in.opcode == "st")
        traces_[lane].push_back(result);
      else
        write(in.operands[0].index, lane, result);
      if (in.opcode != "st" && slots_.registers[in.operands[0].index].file == Slot::File::scalar) return;
    }
  }

  uint32_t* place(uint32_t reg, uint32_t lane) {
    const Slot& slot = slots_.registers[reg];
    return reinterpret_cast<uint32_t*>(frame_.data() + slot.offset) + (slot.file == Slot::File::lanes ? lane : 0);
  }
  uint32_t read(uint32_t reg, uint32_t lane) {
    const bool is_mask = slots_.registers[reg].file == Slot::File::mask;
    return is_mask ? *place(reg, lane) >> lane & 1 : *place(reg, lane);
  }
  void write(uint32_t reg, uint32_t lane, uint32_t value) {
    if (slots_.registers[reg].file != Slot::File::mask) {
      *place(reg, lane) = value;
      return;
    }
    *place(reg, lane) &= ~(1u << lane);
    *place(reg, lane) |= value << lane;
  }

  const Function& function_;
  const FlowGraph& graph_;
  const Uniformity& uniformity_;
  const SlotMap& slots_;
  std::vector<std::byte> frame_;
  std::map<uint32_t, uint32_t> groups_;  // by block: lanes that stand at its start
  std::vector<Trace> traces_;
};

}  // namespace whet::ptx::test
