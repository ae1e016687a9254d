// What the result of an instruction depends on.
#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace whet::ptx {

enum class ResultKind : uint8_t {
  pure,       // its operands, and nothing that changes while the kernel runs
  momentary,  // its operands and the current contents of memory
  varying,    // the lane, the time, other lanes, or something unknown
};

// `entry` is the function that contains the instruction: its parameters are the same for all lanes.
ResultKind result_kind(const Instruction& instruction, const Function& entry);

// Whether each lane's result is a single register computed from that lane's operands alone: add, mov, selp, but not mov
// of {a, b}, loads or shuffles.
bool goes_lane_by_lane(const Instruction& instruction);

}  // namespace whet::ptx
