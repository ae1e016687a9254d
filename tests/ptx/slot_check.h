// Checks an assignment of places: no two values that are needed at once lie in one.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <unordered_map>

#include "ptx/flow/liveness.h"
#include "ptx/flow/result_kind.h"
#include "ptx/flow/slots.h"

namespace whet::ptx::test {

class SlotCheck {
 public:
  SlotCheck(const Function& function, const FlowGraph& graph, const SlotMap& slots)
      : function_(function), graph_(graph), slots_(slots), liveness_(function, graph) {}

  void run() {
    expect_apart();
    for (uint32_t b = 0; b < graph_.blocks.size(); ++b) walk(b);
  }

 private:
  uint32_t bytes(uint32_t reg) const {
    if (slots_.registers[reg].file == Slot::File::scalar) return 8;
    if (slots_.registers[reg].file == Slot::File::mask) return 4;
    return 32 * static_cast<uint32_t>(std::max(2, bytes_of(function_.registers[reg].type)));
  }

  // Places either are the same, of the same width and for lanes, or do not touch; all lie in the frame.
  void expect_apart() {
    std::map<uint32_t, uint32_t> end_of;
    for (uint32_t reg = 0; reg < slots_.registers.size(); ++reg) {
      const Slot& slot = slots_.registers[reg];
      if (slot.file == Slot::File::unused) continue;
      const auto [place, fresh] = end_of.emplace(slot.offset, slot.offset + bytes(reg));
      EXPECT_EQ(place->second, slot.offset + bytes(reg)) << function_.registers[reg].name;
      EXPECT_TRUE(fresh || slot.file == Slot::File::lanes) << function_.registers[reg].name;
      EXPECT_TRUE(slot.file != Slot::File::lanes || slot.offset % 64 == 0);
    }
    uint32_t end = 0;
    for (const auto& [offset, place_end] : end_of) {
      EXPECT_GE(offset, end);
      end = place_end;
    }
    EXPECT_LE(end, slots_.frame_bytes);
    EXPECT_EQ(slots_.frame_bytes % 64, 0u);
  }

  // Backwards, with the register that each place holds a value of.
  void walk(uint32_t block) {
    std::unordered_map<uint32_t, uint32_t> holds;
    for (const uint32_t reg : liveness_.live_out(block)) claim(holds, reg, graph_.blocks[block].end - 1);
    for (uint32_t i = graph_.blocks[block].end; i-- > graph_.blocks[block].first;) {
      const RegisterUse& use = liveness_.use(i);
      for (const uint32_t reg : use.writes) claim(holds, reg, i);
      if (!goes_lane_by_lane(function_.body[i])) {
        auto during = holds;
        for (const uint32_t reg : use.reads) claim(during, reg, i);
      }
      for (const uint32_t reg : use.writes) holds.erase(slots_.registers[reg].offset);
      for (const uint32_t reg : use.reads) claim(holds, reg, i);
    }
  }

  void claim(std::unordered_map<uint32_t, uint32_t>& holds, uint32_t reg, uint32_t instruction) {
    const auto [place, fresh] = holds.emplace(slots_.registers[reg].offset, reg);
    EXPECT_EQ(place->second, reg) << function_.name << " line " << function_.body[instruction].line << ": "
                                  << function_.registers[reg].name << " and "
                                  << function_.registers[place->second].name;
  }

  const Function& function_;
  const FlowGraph& graph_;
  const SlotMap& slots_;
  const Liveness liveness_;
};

}  // namespace whet::ptx::test
