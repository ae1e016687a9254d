// Graphs of launches that are timed again and again, the last few.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "device/cuda/launch_graph.h"
#include "device/device.h"

namespace whet {

class LaunchReplays {
 public:
  // The graph of these launches in so many sets, run so many times; `capture` makes it when it is new. Stays until a
  // few others were asked for.
  Result<const LaunchGraph*> graph(const std::vector<Launch>& launches, int sets, int runs,
                                   const std::function<Result<LaunchGraph>()>& capture);
  void clear() { kept_.clear(); }

 private:
  struct Replay {
    std::vector<Launch> launches;  // kept, so that what the graph refers to stays loaded
    int sets, runs;
    LaunchGraph graph;
  };
  std::deque<Replay> kept_;
};

}  // namespace whet
