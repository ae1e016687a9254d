// Work recorded to be run later, as often as wanted.
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

// What a program may ask of a node, and change.
struct KernelCall {
  const void* function = nullptr;  // the host's address of it
  dim3 grid, block;
  unsigned shared_bytes = 0;
  std::vector<std::string> arguments;  // the bytes of each
  std::vector<void*> pointers;         // to them, when they were asked for
};
using NodeParameters =
    std::variant<std::monostate, KernelCall, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams, cudaEvent_t>;

// One piece of work, with all it needs held by value: it may run once, or at every replay of a graph.
struct Work {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Engine engine = Engine::none;
  std::function<Done()> run;
  NodeParameters parameters;
};

struct Graph;

struct GraphNode {
  Work work;
  std::vector<size_t> after;  // nodes of the same graph that come before it
  Graph* graph = nullptr;
  uint64_t id = 0;               // a clone's node has that of its original
  bool enabled = true;           // otherwise it does nothing when its turn comes
  std::unique_ptr<Graph> child;  // a whole graph in its place
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes;
  std::vector<std::shared_ptr<void>> objects;  // what lives as long as the graph does

  // `after` and all before it, as a set of indices.
  std::set<size_t> with_all_before(const std::vector<size_t>& after) const;
  size_t add(Work work, std::vector<size_t> after);
  // Edges to and from it go too.
  void remove(size_t node);
  std::optional<size_t> index_of(const GraphNode* node) const;
  // Of the node with this id; nullptr when there is none, here or in the children.
  GraphNode* find(uint64_t id) const;
  // An order in which the nodes may run, the order they were added in where that is one; nothing when they go in
  // circles.
  std::optional<std::vector<size_t>> order() const;
  std::unique_ptr<Graph> clone() const;
};

struct Event;

struct Replay {
  cudaError_t error = cudaSuccess;  // of the first node that failed; those behind it did not run
  double done = 0;                  // when the last node is
};
// Runs all nodes, none of them before `from`. Events that nodes record or wait for are looked up by `find`.
Replay replay(const Graph& graph, Timeline& timeline, double from, const std::function<Event*(cudaEvent_t)>& find);

}  // namespace whet::cudart
