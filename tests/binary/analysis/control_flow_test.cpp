#include "binary/analysis/control_flow.h"

#include <gtest/gtest.h>

#include "binary/analysis/loops.h"
#include "support/code.h"

namespace whet {
namespace control_flow_test {

using test::code;

const CubinFunction k_plain;

TEST(ControlFlow, SplitsBlocksAtBranchesAndTheirTargets) {
  const auto instructions =
      code({{"ISETP"}, {"BRA", OpClass::branch, 0x40, true}, {"FFMA"}, {"BRA", OpClass::branch, 0x20, true}, {"EXIT"}});
  const ControlFlow flow = build_control_flow(instructions, k_plain);
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[0].successors, (std::vector<int>{2, 1}));
  EXPECT_EQ(flow.blocks[1].successors, (std::vector<int>{1, 2}));
  EXPECT_TRUE(flow.blocks[2].successors.empty());
  EXPECT_TRUE(flow.dominates(0, 2));
  EXPECT_FALSE(flow.dominates(1, 2));
}

TEST(ControlFlow, UnguardedBranchDoesNotFallThrough) {
  const auto instructions = code({{"BRA", OpClass::branch, 0x20}, {"FADD"}, {"EXIT"}});
  const ControlFlow flow = build_control_flow(instructions, k_plain);
  EXPECT_EQ(flow.blocks[0].successors, (std::vector<int>{2}));
  EXPECT_FALSE(flow.reachable[1]);
}

TEST(ControlFlow, GuardedExitFallsThrough) {
  const auto instructions = code({{"EXIT", OpClass::branch, std::nullopt, true}, {"EXIT"}});
  EXPECT_EQ(build_control_flow(instructions, k_plain).blocks[0].successors, (std::vector<int>{1}));
}

TEST(ControlFlow, CallFallsThroughAndItsTargetIsARoot) {
  const auto instructions = code({{"CALL", OpClass::branch, 0x20}, {"EXIT"}, {"FADD"}, {"RET"}});
  const ControlFlow flow = build_control_flow(instructions, k_plain);
  ASSERT_EQ(flow.calls.size(), 1u);
  EXPECT_EQ(flow.calls[0].target, 0x20u);
  EXPECT_EQ(flow.roots, (std::vector<int>{0, 1}));
  EXPECT_TRUE(flow.reachable[1]);
}

TEST(ControlFlow, IndirectBranchTakesTheTargetsTheCubinLists) {
  CubinFunction function;
  function.indirect_branches = {{0x0, {0x10, 0x20}}};
  const auto instructions = code({{"BRX"}, {"EXIT"}, {"EXIT"}});
  const ControlFlow flow = build_control_flow(instructions, function);
  EXPECT_EQ(flow.blocks[0].successors, (std::vector<int>{1, 2}));
  EXPECT_EQ(flow.unresolved_branches, 0);
  EXPECT_EQ(build_control_flow(instructions, k_plain).unresolved_branches, 1);
}

TEST(ControlFlow, TargetsOutsideTheFunctionAreIgnored) {
  const auto instructions = code({{"BRA", OpClass::branch, 0x8000}, {"EXIT"}});
  EXPECT_TRUE(build_control_flow(instructions, k_plain).blocks[0].successors.empty());
}

TEST(ControlFlow, EmptyFunctionHasNoBlocks) {
  EXPECT_TRUE(build_control_flow({}, k_plain).blocks.empty());
}

// outer: 10..60, inner: 20..30
const auto k_nest = code({{"MOV"},
                          {"IADD3"},
                          {"FFMA", OpClass::fp32},
                          {"BRA", OpClass::branch, 0x20, true},
                          {"FADD", OpClass::fp32},
                          {"BRA", OpClass::branch, 0x10, true},
                          {"EXIT"}});

TEST(Loops, NestAsATreeWithParentsFirst) {
  const ControlFlow flow = build_control_flow(k_nest, k_plain);
  const auto loops = find_loops(flow);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].depth, 1);
  EXPECT_EQ(loops[1].depth, 2);
  EXPECT_EQ(loops[1].parent, 0);
  EXPECT_EQ(loops[0].children, (std::vector<int>{1}));
}

TEST(Loops, OwnInstructionsLeaveInnerLoopsOut) {
  const ControlFlow flow = build_control_flow(k_nest, k_plain);
  const auto loops = find_loops(flow);
  EXPECT_EQ(loop_instructions(loops[0], loops, flow, false), (std::vector<uint32_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(loop_instructions(loops[0], loops, flow, true), (std::vector<uint32_t>{1, 4, 5}));
}

TEST(Loops, SelfBranchAfterTheLastExitIsNoLoop) {
  const auto instructions = code({{"EXIT"}, {"BRA", OpClass::branch, 0x10}});
  EXPECT_TRUE(find_loops(build_control_flow(instructions, k_plain)).empty());
}

TEST(Loops, TwoBackEdgesToOneHeaderAreOneLoop) {
  const auto instructions =
      code({{"MOV"}, {"BRA", OpClass::branch, 0x0, true}, {"FADD"}, {"BRA", OpClass::branch, 0x0, true}, {"EXIT"}});
  EXPECT_EQ(find_loops(build_control_flow(instructions, k_plain)).size(), 1u);
}

}  // namespace control_flow_test
}  // namespace whet
