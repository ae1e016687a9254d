// When the work of each stream would be done on the GPU: modelled time, from the moment the program began.
//
// A stream's work is done in order; streams overlap, but the GPU runs one kernel and carries one copy in each direction
// at a time. Time passes for the program only where it waits: what its own code takes is not in the timeline.
//   stream a: copy in 3, kernel 5      stream b: copy in 3, kernel 5
//   copy a 0-3, kernel a 3-8; copy b 3-6, kernel b 8-13
#pragma once

#include <array>
#include <cstddef>

namespace whet::cudart {

enum class Engine { compute, to_device, to_host, none };

class Timeline {
 public:
  // Work of `seconds` that could start at `from`; the moment it is done.
  double occupy(Engine engine, double from, double seconds);
  // The program waited until then; nothing it asks for later starts before.
  void wait_until(double moment);
  double now() const { return now_; }

 private:
  std::array<double, 3> free_at_{};
  double now_ = 0;
};

}  // namespace whet::cudart
