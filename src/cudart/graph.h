// Work recorded to be run later, as often as wanted.
#pragma once

#include <driver_types.h>

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "cudart/timeline.h"

namespace whet::cudart {

struct Done {
  cudaError_t error = cudaSuccess;
  double seconds = 0;  // modelled
};

// One piece of work, with all it needs held by value: it may run once, or at every replay of a graph.
struct Work {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Engine engine = Engine::none;
  std::function<Done()> run;
};

struct GraphNode {
  Work work;
  std::vector<size_t> after;  // earlier nodes of the same graph
};

// Nodes stand in an order in which they may run.
struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes;

  // `after` and all before it, as a set of indices.
  std::set<size_t> with_all_before(const std::vector<size_t>& after) const;
  size_t add(Work work, std::vector<size_t> after);
  std::unique_ptr<Graph> clone() const;
};

struct Replay {
  cudaError_t error = cudaSuccess;  // of the first node that failed; those behind it did not run
  double done = 0;                  // when the last node is
};
// Runs all nodes, none of them before `from`.
Replay replay(const Graph& graph, Timeline& timeline, double from);

}  // namespace whet::cudart
