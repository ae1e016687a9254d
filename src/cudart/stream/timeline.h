// The modelled times at which the work of each stream would end on a GPU, counted from the program's start.
//
// A stream's work is done in order. Streams overlap, but the GPU runs one kernel at a time and one copy per direction.
// Time passes for the program only while it waits: the time of its own code is not in the timeline.
//   stream a: copy in 3, kernel 5      stream b: copy in 3, kernel 5
//   copy a 0-3, kernel a 3-8; copy b 3-6, kernel b 8-13
#pragma once

#include <array>
#include <cstddef>

namespace whet::cudart {

enum class Engine { compute, to_device, to_host, none };

class Timeline {
 public:
  // Schedules work of `seconds` that may start at `from`; returns the time at which it ends.
  double occupy(Engine engine, double from, double seconds);
  // The program waited until `moment`; work submitted later cannot start before it.
  void wait_until(double moment);
  double now() const { return now_; }

 private:
  std::array<double, 3> free_at_{};
  double now_ = 0;
};

}  // namespace whet::cudart
