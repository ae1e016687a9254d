// Which checks watch a launch.
#pragma once

namespace whet::vgpu {

struct CheckSet {
  bool memory = false, init = false, race = false, sync = false;
  bool any() const { return memory || init || race || sync; }
};

}  // namespace whet::vgpu
