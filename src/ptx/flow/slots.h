// Gives registers places in a warp's register file so that values that are never live at once share one.
//
// A write touches the lanes that execute it and no others, so liveness along the paths of one lane is enough: two
// registers that are live on different sides of a branch may share a place although some lanes of the warp take each.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/flow/uniformity.h"
#include "ptx/module.h"

namespace whet::ptx {

struct Slot {
  enum class File : uint8_t { unused, lanes, scalar, mask } file = File::unused;
  uint32_t offset = 0;  // bytes from the start of the frame
};

struct SlotMap {
  std::vector<Slot> registers;               // per register of the function
  uint32_t mask_offset = 0, mask_bytes = 0;  // of all masks, which lie together
  uint32_t frame_bytes = 0;                  // multiple of 64
  uint32_t live_lane_bytes = 0;              // bytes of `lanes` slots: what must stay in the host's cache
};

// Lane slots are 32 values of the register's width (u16, u32, u64, or 16 bytes for b128), aligned to 64 bytes, shared
// by liveness among registers of the same width; an instruction never writes to a place it reads through another
// register. Predicates are masks of 4 bytes, uniform or not, other uniform registers scalars of 8 bytes; neither is
// shared. Scalars lie first, then masks, then lanes. A register that no instruction names is unused.
SlotMap assign_slots(const Function& function, const FlowGraph& graph, const Uniformity& uniformity);

}  // namespace whet::ptx
