#include "cudart/graph.h"

#include <algorithm>

namespace whet::cudart {

std::set<size_t> Graph::with_all_before(const std::vector<size_t>& after) const {
  std::set<size_t> found;
  std::vector<size_t> open = after;
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    if (!found.insert(node).second) continue;
    open.insert(open.end(), nodes[node]->after.begin(), nodes[node]->after.end());
  }
  return found;
}

size_t Graph::add(Work work, std::vector<size_t> after) {
  nodes.push_back(std::make_unique<GraphNode>(GraphNode{std::move(work), std::move(after)}));
  return nodes.size() - 1;
}

std::unique_ptr<Graph> Graph::clone() const {
  auto copy = std::make_unique<Graph>();
  for (const auto& node : nodes) copy->nodes.push_back(std::make_unique<GraphNode>(*node));
  return copy;
}

Replay replay(const Graph& graph, Timeline& timeline, double from) {
  Replay result{cudaSuccess, from};
  std::vector<double> done_at;
  for (const auto& node : graph.nodes) {
    double start = from;
    for (const size_t before : node->after) start = std::max(start, done_at[before]);
    const Done done = node->work.run ? node->work.run() : Done{};
    if (done.error != cudaSuccess) {
      result.error = done.error;
      return result;
    }
    done_at.push_back(timeline.occupy(node->work.engine, start, done.seconds));
    result.done = std::max(result.done, done_at.back());
  }
  return result;
}

}  // namespace whet::cudart
