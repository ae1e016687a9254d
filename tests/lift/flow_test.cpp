#include "lift/flow.h"

#include <gtest/gtest.h>

#include "ptx/reader/parser.h"

namespace whet::lift {
namespace flow_test {

ptx::Function kernel(const std::string& body) {
  const std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u32 n) {\n"
      ".reg .pred %p<4>; .reg .b32 %r<4>;\n" +
      body + "\n}\n";
  auto module = ptx::parse(text, "test.ptx");
  EXPECT_TRUE(module.ok()) << text;
  return module ? module->functions.at(0) : ptx::Function();
}

size_t size_of(const NaturalLoop& loop) {
  return static_cast<size_t>(std::count(loop.blocks.begin(), loop.blocks.end(), true));
}

TEST(Flow, ABlockComesAfterBothSidesThatLeadToIt) {
  const auto flow = study_flow(kernel("@%p1 bra B;\nmov.u32 %r1, 1;\nbra C;\nB: mov.u32 %r1, 2;\nC: ret;"));
  ASSERT_TRUE(flow.ok());
  EXPECT_EQ(flow->order.size(), 4u);
  EXPECT_EQ(flow->order.front(), 0u);
  EXPECT_EQ(flow->order.back(), 3u);
  EXPECT_EQ(flow->dominator[3], 0u);
  EXPECT_TRUE(flow->loops.empty());
}

TEST(Flow, NestedLoopsAreFoundWithTheirBlocks) {
  const auto flow = study_flow(kernel("A: @%p1 bra E;\nB: @%p2 bra C;\nbra B;\nC: bra A;\nE: ret;"));
  ASSERT_TRUE(flow.ok());
  ASSERT_EQ(flow->loops.size(), 2u);
  const NaturalLoop* outer = flow->loop_at(0);
  ASSERT_NE(outer, nullptr);
  EXPECT_EQ(size_of(*outer), 4u);
  const NaturalLoop* inner = flow->loop_at(1);
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(size_of(*inner), 2u);
  EXPECT_EQ(flow->loop_at(2), nullptr);
}

TEST(Flow, ALoopWithTwoEntriesIsRefusedByNameAndLine) {
  const auto flow = study_flow(kernel("@%p1 bra B;\nA: mov.u32 %r1, 1;\nB: @%p2 bra A;\nret;"));
  ASSERT_FALSE(flow.ok());
  EXPECT_NE(flow.error().what.find("irreducible"), std::string::npos) << flow.error().what;
  EXPECT_NE(flow.error().where.find("PTX line"), std::string::npos) << flow.error().where;
}

}  // namespace flow_test
}  // namespace whet::lift
