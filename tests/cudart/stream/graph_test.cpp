#include "cudart/stream/graph.h"

#include <gtest/gtest.h>

#include "cudart/stream/streams.h"

namespace whet::cudart {
namespace graph_test {

// Notes its letter when it runs, and takes a second.
Work letter(std::string& seen, char c) {
  Work work{.type = cudaGraphNodeTypeKernel, .engine = Engine::compute};
  work.run = [&seen, c] {
    seen += c;
    return Done{cudaSuccess, 1};
  };
  return work;
}

Event* no_event(cudaEvent_t) {
  return nullptr;
}

TEST(Graph, ANodeRunsAfterThoseItFollowsThoughItWasAddedBefore) {
  std::string seen;
  Graph graph;
  graph.add(letter(seen, 'b'), {});
  graph.add(letter(seen, 'a'), {});
  graph.nodes[0]->after = {1};
  Timeline timeline;
  EXPECT_EQ(replay(graph, timeline, 0, no_event).done, 2);
  EXPECT_EQ(seen, "ab");
}

TEST(Graph, ACircleHasNoOrder) {
  Graph graph;
  graph.add({}, {});
  graph.add({}, {0});
  EXPECT_TRUE(graph.order());
  graph.nodes[0]->after = {1};
  EXPECT_FALSE(graph.order());
}

TEST(Graph, ANodeTakenOutLeavesTheOthersTheirEdges) {
  Graph graph;
  for (int i = 0; i < 4; ++i) graph.add({}, {});
  graph.nodes[3]->after = {0, 1, 2};
  graph.remove(1);
  EXPECT_EQ(graph.nodes[2]->after, (std::vector<size_t>{0, 1}));
}

TEST(Graph, ACloneKnowsItsOriginalsNodesInChildrenToo) {
  Graph graph;
  graph.add({.type = cudaGraphNodeTypeGraph}, {});
  graph.nodes[0]->child = std::make_unique<Graph>();
  graph.nodes[0]->child->add({.type = cudaGraphNodeTypeHost}, {});
  const auto clone = graph.clone();
  const GraphNode* const inner = clone->find(graph.nodes[0]->child->nodes[0]->id);
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->work.type, cudaGraphNodeTypeHost);
  EXPECT_NE(inner, graph.nodes[0]->child->nodes[0].get());
}

TEST(Graph, AChildRunsInItsPlaceAndADisabledNodeNotAtAll) {
  std::string seen;
  Graph graph;
  graph.add(letter(seen, 'a'), {});
  graph.add({.type = cudaGraphNodeTypeGraph}, {0});
  graph.nodes[1]->child = std::make_unique<Graph>();
  graph.nodes[1]->child->add(letter(seen, 'b'), {});
  graph.add(letter(seen, 'x'), {1});
  graph.nodes[2]->enabled = false;
  graph.add(letter(seen, 'c'), {2});
  Timeline timeline;
  EXPECT_EQ(replay(graph, timeline, 0, no_event).done, 3);
  EXPECT_EQ(seen, "abc");
}

TEST(Graph, AnEventIsRecordedWhereItStandsAndWaitedFor) {
  std::string seen;
  Event event;
  const auto handle = reinterpret_cast<cudaEvent_t>(&event);
  Graph graph;
  graph.add(letter(seen, 'a'), {});
  graph.add({.type = cudaGraphNodeTypeEventRecord, .parameters = handle}, {0});
  Timeline timeline;
  const auto find = [&](cudaEvent_t) { return &event; };
  (void)replay(graph, timeline, 5, find);
  EXPECT_TRUE(event.recorded);
  EXPECT_EQ(event.at, 6);
  Graph waits;
  waits.add({.type = cudaGraphNodeTypeWaitEvent, .parameters = handle}, {});
  EXPECT_EQ(replay(waits, timeline, 0, find).done, 6);
}

TEST(Graph, AFailureStopsWhatFollows) {
  std::string seen;
  Graph graph;
  Work fails;
  fails.run = [] { return Done{cudaErrorInvalidValue, 0}; };
  graph.add(std::move(fails), {});
  graph.add(letter(seen, 'x'), {0});
  Timeline timeline;
  EXPECT_EQ(replay(graph, timeline, 0, no_event).error, cudaErrorInvalidValue);
  EXPECT_EQ(seen, "");
}

}  // namespace graph_test
}  // namespace whet::cudart
