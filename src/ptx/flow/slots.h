// Assigns registers to slots of a warp's register file; values that are never live at the same time share a slot.
//
// A write changes only the lanes that execute it, so liveness along the paths of one lane suffices: two registers that
// are live on different sides of a branch may share a slot although lanes of the warp take both sides.
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
  uint32_t mask_offset = 0, mask_bytes = 0;  // all masks are contiguous
  uint32_t frame_bytes = 0;                  // multiple of 64
  uint32_t live_lane_bytes = 0;              // bytes of `lanes` slots, which should fit the host's cache
};

// A lane slot holds 32 values of the register's width (u16, u32, u64, or 16 bytes for b128), aligned to 64 bytes and
// shared by liveness among registers of that width; an instruction never writes a slot that it reads through another
// register. Predicates are 4-byte masks, uniform or not; other uniform registers are 8-byte scalars; neither is shared.
// Scalars come first, then masks, then lanes. A register that no instruction uses is `unused`.
SlotMap assign_slots(const Function& function, const FlowGraph& graph, const Uniformity& uniformity);

}  // namespace whet::ptx
