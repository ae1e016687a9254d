#include "ptx/flow/flow_graph.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

namespace flow_graph_test {

using test::kernel;
using Blocks = std::vector<uint32_t>;

TEST(FlowGraph, AGuardedBranchHasTwoWays) {
  const Function k = kernel("@%p1 bra L; mov.u32 %r1, 1; L: ret;");
  const FlowGraph graph = build_flow_graph(k);
  ASSERT_EQ(graph.blocks.size(), 3u);
  EXPECT_EQ(graph.blocks[0].successors, (Blocks{2, 1}));
  EXPECT_EQ(graph.blocks[1].successors, Blocks{2});
  EXPECT_EQ(graph.blocks[2].successors, Blocks{});
  EXPECT_EQ(graph.blocks[2].predecessors, (Blocks{0, 1}));
  EXPECT_EQ(graph.block_of, (Blocks{0, 1, 2}));
}

TEST(FlowGraph, WhatFollowsAJumpIsReachedOnlyByItsLabel) {
  const FlowGraph graph = build_flow_graph(kernel("bra L; mov.u32 %r1, 1; L: ret;"));
  EXPECT_FALSE(graph.blocks[1].reachable);
  EXPECT_TRUE(graph.blocks[2].reachable);
}

TEST(FlowGraph, AGuardedExitFallsThrough) {
  for (const char* opcode : {"ret", "exit", "trap"}) {
    const FlowGraph graph = build_flow_graph(kernel("@%p1 " + std::string(opcode) + "; ret;"));
    ASSERT_EQ(graph.blocks.size(), 2u);
    EXPECT_EQ(graph.blocks[0].successors, Blocks{1});
  }
}

TEST(FlowGraph, ATableLeadsEverywhereItSays) {
  const FlowGraph graph = build_flow_graph(kernel("ts: .branchtargets A, B, A; brx.idx %r1, ts; A: ret; B: ret;"));
  EXPECT_EQ(graph.blocks[0].successors, (Blocks{1, 2}));
}

TEST(FlowGraph, ACallEndsItsBlock) {
  const Module module =
      test::parsed(std::string(test::k_head) + ".func f();\n.entry k() { .reg .b32 r; call f; mov.u32 r, 1; ret; }");
  const FlowGraph graph = build_flow_graph(*module.function("k"));
  ASSERT_EQ(graph.blocks.size(), 2u);
  EXPECT_EQ(graph.blocks[0].successors, Blocks{1});
}

TEST(FlowGraph, ALabelAtTheEndLeaves) {
  const FlowGraph graph = build_flow_graph(kernel("@%p1 bra END; mov.u32 %r1, 1; END:"));
  EXPECT_EQ(graph.blocks[0].successors, Blocks{1});
  EXPECT_EQ(graph.blocks[1].successors, Blocks{});
}

TEST(FlowGraph, LabelsThatNobodyJumpsToSplitNothing) {
  EXPECT_EQ(build_flow_graph(kernel("A: mov.u32 %r1, 1; B: ret;")).blocks.size(), 1u);
}

TEST(FlowGraph, OfAnEmptyBodyIsEmpty) {
  EXPECT_TRUE(build_flow_graph(kernel("")).blocks.empty());
}

}  // namespace flow_graph_test

}  // namespace whet::ptx
