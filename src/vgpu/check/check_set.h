// Which checks watch a launch.
#pragma once

namespace whet::vgpu {

struct CheckSet {
  bool memory = false, init = false, race = false, sync = false;
  bool in_step = false;  // lanes of a warp take turns as written: an access between two of them is no race
  bool any() const { return memory || init || race || sync; }
};

}  // namespace whet::vgpu
