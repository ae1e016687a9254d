#include "binary/analysis/schedule.h"

#include <algorithm>
#include <string_view>

namespace whet {

namespace {

// DEPBAR.LE SBn, k waits until at most k of the scoreboard's operations are pending; k is in bits 38..43, n in 44..46.
std::optional<int> depbar_count(const Instruction& instruction) {
  if (instruction.name != "DEPBAR") return std::nullopt;
  return static_cast<int>((instruction.low >> 38) & 0x3f);
}

// An mbarrier try-wait is SYNCS.PHASECHK; opcode 0x5a7.
bool is_mbarrier_wait(const Instruction& instruction) {
  return instruction.name == "SYNCS" && instruction.modifiers.find("PHASECHK") != std::string::npos;
}

bool waits_for_copies(const Instruction& instruction) {
  return depbar_count(instruction).has_value() || is_mbarrier_wait(instruction);
}

LoadWait wait_after(std::span<const Instruction> instructions, std::span<const uint32_t> loop, size_t at) {
  const Instruction& load = instructions[loop[at]];
  LoadWait wait{loop[at], loop[at], 0, 0, 0};
  if (!load.control.write_barrier) return wait;
  wait.cycles = load.control.stall;
  for (size_t step = 1; step <= loop.size(); ++step) {
    const uint32_t index = loop[(at + step) % loop.size()];
    const Instruction& next = instructions[index];
    if (next.op_class != OpClass::filler) ++wait.distance;
    if (next.control.wait_mask >> *load.control.write_barrier & 1) {
      wait.waiter = index;
      return wait;
    }
    wait.math += is_math(next.op_class);
    wait.cycles += next.control.stall;
  }
  return wait;
}

// Walks around the loop from each copy and looks for math before the next wait for copies.
bool copies_overlap(std::span<const Instruction> instructions, std::span<const uint32_t> loop) {
  for (size_t at = 0; at < loop.size(); ++at) {
    if (instructions[loop[at]].op_class != OpClass::async_copy) continue;
    for (size_t step = 1; step < loop.size(); ++step) {
      const Instruction& next = instructions[loop[(at + step) % loop.size()]];
      if (is_math(next.op_class)) return true;
      if (waits_for_copies(next)) break;
    }
  }
  return false;
}

}  // namespace

Schedule schedule_of(std::span<const Instruction> instructions, std::span<const uint32_t> loop) {
  Schedule schedule;
  for (size_t at = 0; at < loop.size(); ++at) {
    const Instruction& instruction = instructions[loop[at]];
    schedule.scoreboard_waits += instruction.control.wait_mask != 0;
    if (instruction.op_class == OpClass::load_global)
      schedule.global_loads.push_back(wait_after(instructions, loop, at));
    if (instruction.op_class == OpClass::load_shared)
      schedule.shared_loads.push_back(wait_after(instructions, loop, at));
    schedule.async_copies += instruction.op_class == OpClass::async_copy;
    schedule.async_waits += waits_for_copies(instruction);
    if (const auto count = depbar_count(instruction)) {
      schedule.groups_in_flight = std::max(schedule.groups_in_flight.value_or(0), *count);
    }
  }
  if (schedule.async_copies == 0) {
    schedule.async_waits = 0;
    schedule.groups_in_flight.reset();
    return schedule;
  }
  // A wait that leaves groups running lets them overlap with the code after it.
  schedule.async_overlaps = schedule.groups_in_flight.value_or(0) > 0 || copies_overlap(instructions, loop);
  return schedule;
}

}  // namespace whet
