// What the result of one instruction depends on.
#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace whet::ptx {

enum class ResultKind : uint8_t {
  pure,       // its operands, and nothing that changes while the kernel runs
  momentary,  // its operands and the memory of this moment
  varying,    // the lane, the time, other lanes, or something not known here
};

// `entry` is the function the instruction is of: its parameters are the same for all lanes.
ResultKind result_kind(const Instruction& instruction, const Function& entry);

// Whether each lane's result comes from that lane's operands alone and is a single register: add, mov, selp, but not
// mov of {a, b}, loads or shuffles.
bool goes_lane_by_lane(const Instruction& instruction);

}  // namespace whet::ptx
