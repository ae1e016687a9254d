// The most recent graphs of launches that are timed repeatedly.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "device/cuda/launch_graph.h"
#include "device/device.h"

namespace whet {

class LaunchReplays {
 public:
  // The graph of these launches with `sets` sets, run `runs` times; `capture` makes it if it is new. It stays valid
  // until a few others have been requested.
  Result<const LaunchGraph*> graph(const std::vector<Launch>& launches, int sets, int runs,
                                   const std::function<Result<LaunchGraph>()>& capture);
  void clear() { kept_.clear(); }

 private:
  struct Replay {
    std::vector<Launch> launches;  // keeps what the graph refers to loaded
    int sets, runs;
    LaunchGraph graph;
  };
  std::deque<Replay> kept_;
};

}  // namespace whet
