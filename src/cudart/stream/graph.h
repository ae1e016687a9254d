// CUDA graphs: recorded work that can be replayed any number of times.
#pragma once

#include <driver_types.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "cudart/stream/timeline.h"

namespace whet::cudart {

struct Done {
  cudaError_t error = cudaSuccess;
  double seconds = 0;  // modelled
};

// Parameters of a node that a program may read and change.
struct KernelCall {
  const void* function = nullptr;  // address of the host stub
  dim3 grid, block;
  unsigned shared_bytes = 0;
  std::vector<std::string> arguments;  // bytes of each argument
  std::vector<void*> pointers;         // to the arguments; filled when the program reads the parameters
};
using NodeParameters =
    std::variant<std::monostate, KernelCall, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams, cudaEvent_t>;

// One piece of work. It holds its data by value, because it may run again at every replay of a graph.
struct Work {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Engine engine = Engine::none;
  std::function<Done()> run;
  NodeParameters parameters;
};

struct Graph;

struct GraphNode {
  Work work;
  std::vector<size_t> after;  // indices of the nodes it depends on
  Graph* graph = nullptr;
  uint64_t id = 0;               // the same in clones of the graph
  bool enabled = true;           // a disabled node does nothing
  std::unique_ptr<Graph> child;  // set in a child graph node
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes;
  std::vector<std::shared_ptr<void>> objects;  // user objects, which live as long as the graph

  // The nodes of `after` and all they depend on, as indices.
  std::set<size_t> with_all_before(const std::vector<size_t>& after) const;
  size_t add(Work work, std::vector<size_t> after);
  // Also removes its edges.
  void remove(size_t node);
  std::optional<size_t> index_of(const GraphNode* node) const;
  // The node with this id, here or in a child graph; nullptr if there is none.
  GraphNode* find(uint64_t id) const;
  // A topological order of the nodes: the order in which they were added if that is one; nothing if there is a cycle.
  std::optional<std::vector<size_t>> order() const;
  std::unique_ptr<Graph> clone() const;
};

struct Event;

struct Replay {
  cudaError_t error = cudaSuccess;  // of the first node that failed; nodes after it did not run
  double done = 0;                  // modelled time at which the last node ends
};
// Runs all nodes, none before the modelled time `from`. `find` looks up events that nodes record or wait for.
Replay replay(const Graph& graph, Timeline& timeline, double from, const std::function<Event*(cudaEvent_t)>& find);

}  // namespace whet::cudart
