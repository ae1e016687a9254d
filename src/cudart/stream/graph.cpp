#include "cudart/stream/graph.h"

#include <algorithm>
#include <atomic>

#include "cudart/stream/streams.h"

namespace whet::cudart {

namespace {

uint64_t fresh_id() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

// The earliest start of a node: its dependencies are done and the event it waits for has happened.
double start_of(const GraphNode& node, double from, const std::vector<double>& done_at, const Event* event) {
  for (const size_t before : node.after) from = std::max(from, done_at[before]);
  if (node.work.type == cudaGraphNodeTypeWaitEvent && event && event->recorded) from = std::max(from, event->at);
  return from;
}

}  // namespace

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
  auto node = std::make_unique<GraphNode>();
  node->work = std::move(work);
  node->after = std::move(after);
  node->graph = this;
  node->id = fresh_id();
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

void Graph::remove(size_t index) {
  nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(index));
  for (const auto& node : nodes) {
    std::erase(node->after, index);
    for (size_t& before : node->after) before -= before > index;
  }
}

std::optional<size_t> Graph::index_of(const GraphNode* node) const {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& each) { return each.get() == node; });
  if (found == nodes.end()) return std::nullopt;
  return static_cast<size_t>(found - nodes.begin());
}

GraphNode* Graph::find(uint64_t id) const {
  for (const auto& node : nodes) {
    if (node->id == id) return node.get();
    if (GraphNode* const inner = node->child ? node->child->find(id) : nullptr) return inner;
  }
  return nullptr;
}

std::optional<std::vector<size_t>> Graph::order() const {
  std::vector<size_t> found;
  std::vector<bool> placed(nodes.size(), false);
  while (found.size() < nodes.size()) {
    const size_t before = found.size();
    for (size_t i = 0; i < nodes.size(); ++i) {
      const auto& after = nodes[i]->after;
      if (placed[i] || !std::all_of(after.begin(), after.end(), [&](size_t each) { return placed[each]; })) continue;
      placed[i] = true;
      found.push_back(i);
    }
    if (found.size() == before) return std::nullopt;
  }
  return found;
}

std::unique_ptr<Graph> Graph::clone() const {
  auto copy = std::make_unique<Graph>();
  copy->objects = objects;
  for (const auto& node : nodes) {
    const size_t place = copy->add(node->work, node->after);
    GraphNode& made = *copy->nodes[place];
    made.id = node->id;
    made.enabled = node->enabled;
    if (node->child) made.child = node->child->clone();
  }
  return copy;
}

Replay replay(const Graph& graph, Timeline& timeline, double from, const std::function<Event*(cudaEvent_t)>& find) {
  Replay result{cudaSuccess, from};
  std::vector<double> done_at(graph.nodes.size(), from);
  for (const size_t i : graph.order().value_or(std::vector<size_t>{})) {
    const GraphNode& node = *graph.nodes[i];
    const auto* const handle = std::get_if<cudaEvent_t>(&node.work.parameters);
    Event* const event = handle ? find(*handle) : nullptr;
    const double start = start_of(node, from, done_at, event);
    done_at[i] = start;
    if (node.child) {
      const Replay inner = replay(*node.child, timeline, start, find);
      result.error = inner.error;
      done_at[i] = inner.done;
    } else if (node.enabled && node.work.run) {
      const Done done = node.work.run();
      result.error = done.error;
      done_at[i] = timeline.occupy(node.work.engine, start, done.seconds);
    }
    if (result.error != cudaSuccess) return result;
    if (event && node.work.type == cudaGraphNodeTypeEventRecord) {
      event->recorded = true;
      event->at = start;
    }
    result.done = std::max(result.done, done_at[i]);
  }
  return result;
}

}  // namespace whet::cudart
