#include "ptx/flow/uniformity.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

namespace uniformity_test {

struct Analysed {
  Function function;
  FlowGraph graph;
  Uniformity uniformity;

  bool uniform(const std::string& name) const { return uniformity.registers[test::register_named(function, name)]; }
  bool convergent(uint32_t block) const { return uniformity.convergent_blocks[block]; }
};

Analysed analyse(const std::string& body) {
  Analysed result;
  result.function = test::kernel(body);
  result.graph = build_flow_graph(result.function);
  result.uniformity = analyse_uniformity(result.function, result.graph);
  return result;
}

TEST(Uniformity, WhatAllLanesShareIsUniform) {
  const auto k = analyse(
      "mov.u32 %r1, %ctaid.x; ld.param.u32 %r2, [n]; mad.lo.s32 %r3, %r1, %r2, 4; mov.u32 %r4, %warpid;"
      "setp.lt.s32 %p1, %r3, %r4; selp.b32 %r5, %r1, %r2, %p1; mov.b64 {%r6,%r7}, %rd1; ret;");
  for (const char* name : {"%r1", "%r2", "%r3", "%r4", "%p1", "%r5", "%r6", "%r7"})
    EXPECT_TRUE(k.uniform(name)) << name;
}

TEST(Uniformity, WhatDependsOnTheLaneOrTheTimeVaries) {
  const auto k = analyse(
      "mov.u32 %r1, %tid.x; mov.u32 %r2, %laneid; mov.u32 %r3, %lanemask_lt; mov.u32 %r4, %clock;"
      "add.s32 %r5, %r1, 1; activemask.b32 %r6; shfl.sync.down.b32 %r7, %r9, 1, 31, -1;"
      "atom.global.add.u32 %r8, [%rd1], 1; ret;");
  for (const char* name : {"%r1", "%r2", "%r3", "%r4", "%r5", "%r6", "%r7", "%r8"})
    EXPECT_FALSE(k.uniform(name)) << name;
}

TEST(Uniformity, LoadsAreUniformWhereAllLanesReadTogether) {
  const auto k = analyse(
      "ld.param.u64 %rd1, [a]; ld.global.u32 %r1, [%rd1]; ld.shared.u32 %r2, [%r1]; ld.const.u32 %r3, [%rd1];"
      "ld.u32 %r4, [%rd1]; ld.local.u32 %r5, [%rd1]; mov.u32 %r9, %tid.x; setp.eq.s32 %p1, %r9, 0;"
      "@%p1 bra L; ld.global.u32 %r6, [%rd1]; ld.const.u32 %r7, [%rd1];"
      "L: st.global.u32 [%rd1], %r9; ret;");
  for (const char* name : {"%r1", "%r2", "%r3", "%r7"}) EXPECT_TRUE(k.uniform(name)) << name;
  for (const char* name : {"%r4", "%r5", "%r6"}) EXPECT_FALSE(k.uniform(name)) << name;
}

TEST(Uniformity, LoadsAtVaryingAddressesVary) {
  const auto k = analyse("mov.u32 %r1, %tid.x; ld.shared.u32 %r2, [%r1]; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
}

TEST(Uniformity, AVaryingGuardMakesTheResultVary) {
  const auto k = analyse(
      "mov.u32 %r1, %tid.x; setp.eq.s32 %p1, %r1, 0; mov.u32 %r2, 1; @%p1 mov.u32 %r2, 2;"
      "mov.u32 %r4, %ctaid.x; setp.eq.s32 %p2, %r4, 0; mov.u32 %r3, 1; @%p2 mov.u32 %r3, 2; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
  EXPECT_TRUE(k.uniform("%r3"));
}

constexpr const char* k_lane = "mov.u32 %r1, %tid.x; setp.eq.s32 %p1, %r1, 0; ";

TEST(Uniformity, ValuesThatMeetFromTwoSidesVary) {
  const auto k = analyse(std::string(k_lane) + "@%p1 bra A; mov.u32 %r2, 1; bra B; A: mov.u32 %r2, 2; B: ret;");
  EXPECT_FALSE(k.uniform("%r2"));
  EXPECT_FALSE(k.convergent(1));
  EXPECT_FALSE(k.convergent(2));
}

TEST(Uniformity, LanesMeetAfterABranch) {
  const auto k =
      analyse(std::string(k_lane) +
              "@%p1 bra A; mov.u32 %r2, 1; A: ld.global.u32 %r3, [%rd1]; mov.u32 %r4, 0; mov.u32 %r4, 1; ret;");
  EXPECT_TRUE(k.convergent(2));
  EXPECT_TRUE(k.uniform("%r3"));
  EXPECT_TRUE(k.uniform("%r4"));
}

TEST(Uniformity, AnEarlyReturnLeavesTheRestTogether) {
  const auto k = analyse(std::string(k_lane) +
                         "@%p1 bra DONE; mov.u32 %r2, 0; L: add.s32 %r2, %r2, 1; ld.global.u32 %r3, [%rd1];"
                         "setp.lt.s32 %p2, %r2, 9; @%p2 bra L; DONE: ret;");
  EXPECT_TRUE(k.convergent(1));
  EXPECT_TRUE(k.convergent(2));
  EXPECT_FALSE(k.convergent(3));
  EXPECT_TRUE(k.uniform("%r2"));
  EXPECT_TRUE(k.uniform("%r3"));
  EXPECT_TRUE(analyse(std::string(k_lane) + "@%p1 exit; ld.global.u32 %r3, [%rd1]; ret;").uniform("%r3"));
}

TEST(Uniformity, WhoReadsBeforeLeavingHasNotLeft) {
  const auto k = analyse(std::string(k_lane) +
                         "mov.u32 %r2, 0; L: add.s32 %r2, %r2, 1; setp.eq.s32 %p2, %r1, %r2; @%p2 bra OUT;"
                         "setp.lt.s32 %p3, %r2, 9; @%p3 bra L; ret; OUT: st.global.u32 [%rd1], %r2; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
}

TEST(Uniformity, ACounterOfALoopThatLanesLeaveApartVaries) {
  const auto k = analyse(std::string(k_lane) +
                         "mov.u32 %r2, 0; L: add.s32 %r2, %r2, 1; setp.lt.s32 %p2, %r2, %r1; @%p2 bra L;"
                         "st.global.u32 [%rd1], %r2; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
  EXPECT_FALSE(k.convergent(1));
}

// Those who are out of the inner loop first may have to go on with the outer one before the others are.
TEST(Uniformity, WhereLanesCanLoopApartOnlyConstantsAreUniform) {
  const auto k = analyse(std::string(k_lane) +
                         "ld.param.u32 %r5, [n]; mov.u32 %r2, 0; K: mov.u32 %r3, 0;"
                         "L: add.s32 %r3, %r3, 1; setp.lt.s32 %p2, %r3, %r1; @%p2 bra L;"
                         "add.s32 %r2, %r2, 1; setp.lt.s32 %p3, %r2, %r5; @%p3 bra K; st.global.u32 [%rd1], %r2; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
  EXPECT_TRUE(k.uniform("%r5"));
  EXPECT_FALSE(k.convergent(0));
}

// Of lanes that are divided some wait for other warps, who may wait for the rest.
TEST(Uniformity, WhereLanesWaitApartAtABarrierOnlyConstantsAreUniform) {
  const std::string tail = "L: ld.global.u32 %r2, [64]; st.global.u32 [%rd1], %r2; ret;";
  const auto divided = analyse(std::string(k_lane) + "setp.lt.s32 %p2, %r1, 4; @%p2 bra L; barrier.sync 1;" + tail);
  EXPECT_FALSE(divided.uniform("%r2"));
  EXPECT_TRUE(divided.uniformity.any_order);
  const auto guarded = analyse(std::string(k_lane) + "setp.lt.s32 %p2, %r1, 4; @%p2 barrier.sync 1;" + tail);
  EXPECT_FALSE(guarded.uniform("%r2"));
  const auto passing =
      analyse(std::string(k_lane) + "setp.lt.s32 %p2, %r1, 4; @%p2 bra L; barrier.arrive 1, 64;" + tail);
  EXPECT_TRUE(passing.uniform("%r2"));
  EXPECT_FALSE(passing.uniformity.any_order);
  const auto together = analyse(std::string(k_lane) + "barrier.sync 1;" + tail);
  EXPECT_TRUE(together.uniform("%r2"));
}

TEST(Uniformity, ACallOfAnUnknownFunctionMayLoop) {
  const std::string head =
      std::string(test::k_head) + ".func f(); .func __internal_slowpath();\n.entry k() { .reg .b32 %r; ";
  const std::string tail = "ld.global.u32 %r, [64]; ret; }";
  for (const auto& [call, uniform] : {std::pair("call f; ", false), std::pair("call __internal_slowpath; ", true)}) {
    const Module module = test::parsed(head + call + tail);
    const Function& k = *module.function("k");
    EXPECT_EQ(analyse_uniformity(k, build_flow_graph(k)).registers[0], uniform) << call;
  }
}

TEST(Uniformity, LoadsInALoopThatLanesLeaveApartVary) {
  const auto k = analyse(std::string(k_lane) +
                         "L: ld.global.u32 %r2, [%rd1]; setp.lt.s32 %p2, %r2, %r1; @%p2 bra L;"
                         "st.global.u32 [%rd1], %r2; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
}

// %r4 is written once, from a uniform counter, by those lanes that come by; the others keep what they had.
TEST(Uniformity, AValueOfAnEarlierRoundVaries) {
  const auto k =
      analyse(std::string(k_lane) +
              "mov.u32 %r2, 0; L: setp.eq.s32 %p2, %r1, %r2; @!%p2 bra N; add.s32 %r4, %r2, 1;"
              "N: add.s32 %r2, %r2, 1; setp.lt.s32 %p3, %r2, 9; @%p3 bra L; st.global.u32 [%rd1], %r4; ret;");
  EXPECT_TRUE(k.uniform("%r2"));
  EXPECT_FALSE(k.uniform("%r4"));
}

TEST(Uniformity, AValueThatIsUsedUpBeforeLanesMeetIsUniform) {
  const auto k = analyse(std::string(k_lane) +
                         "mov.u32 %r2, 0; L: @%p1 bra N; add.s32 %r4, %r2, 1; st.global.u32 [%rd1], %r4;"
                         "N: add.s32 %r2, %r2, 1; setp.lt.s32 %p3, %r2, 9; @%p3 bra L; ret;");
  EXPECT_TRUE(k.uniform("%r4"));
}

TEST(Uniformity, AConstantOfTheKernelIsUniformAnywhere) {
  const auto k =
      analyse(std::string(k_lane) +
              "ld.param.u32 %r2, [n]; @%p1 bra N; mul.lo.s32 %r4, %r2, 4; N: st.global.u32 [%rd1], %r4; ret;");
  EXPECT_TRUE(k.uniform("%r4"));
}

TEST(Uniformity, ARegisterThatFeedsItselfIsNoConstant) {
  const auto k =
      analyse(std::string(k_lane) +
              "L: add.s32 %r2, %r2, 1; setp.lt.s32 %p2, %r2, %r1; @%p2 bra L; st.global.u32 [%rd1], %r2; ret;");
  EXPECT_FALSE(k.uniform("%r2"));
}

// The lanes at A stand above those at B in the text and would run on without them.
TEST(Uniformity, AMeetingPointAboveOneOfTheSidesIsNone) {
  const auto k = analyse(std::string(k_lane) +
                         "@%p1 bra B; A: ld.global.u32 %r2, [%rd1]; st.global.u32 [%rd1], %r2; ret;"
                         "B: st.global.u32 [%rd1], %r1; bra A;");
  EXPECT_FALSE(k.uniform("%r2"));
}

TEST(Uniformity, WhatIsWrittenTogetherIsOfOneKind) {
  const auto k =
      analyse(std::string(k_lane) + "mov.b64 {%r2,%r3}, %rd1; mov.u32 %r3, %r1; st.global.u32 [%rd1], %r2; ret;");
  EXPECT_FALSE(k.uniform("%r3"));
  EXPECT_FALSE(k.uniform("%r2"));
}

TEST(Uniformity, ATableWithAVaryingIndexDivides) {
  const auto k =
      analyse(std::string(k_lane) +
              "ts: .branchtargets A, B; brx.idx %r1, ts; A: mov.u32 %r2, 1; bra C; B: mov.u32 %r2, 2; C: ret;");
  EXPECT_FALSE(k.uniform("%r2"));
}

TEST(Uniformity, AWaitOfTheWholeWarpStaysTogether) {
  const auto k =
      analyse("L: mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0; @!%p1 bra L; ld.global.u32 %r3, [%rd1]; ret;");
  EXPECT_TRUE(k.uniform("%r3"));
}

TEST(Uniformity, ResultsOfCallsVary) {
  const Module module = test::parsed(
      std::string(test::k_head) +
      ".extern .func (.param .b32 r) vprintf(.param .b32 x);\n.entry k() { .reg .b32 %r<3>;\n"
      "{ .param .b32 r; .param .b32 p; call (r), vprintf, (p); ld.param.u32 %r1, [r]; } mov.u32 %r2, %ctaid.x; ret; }");
  const Function& k = *module.function("k");
  const Uniformity result = analyse_uniformity(k, build_flow_graph(k));
  EXPECT_FALSE(result.registers[test::register_named(k, "%r1")]);
  EXPECT_TRUE(result.registers[test::register_named(k, "%r2")]);
}

TEST(Uniformity, OfAFunctionThatIsNoKernelIsNone) {
  const Module module = test::parsed(std::string(test::k_head) + ".func f() { .reg .b32 %r; mov.u32 %r, 1; ret; }");
  const Function& f = *module.function("f");
  const Uniformity result = analyse_uniformity(f, build_flow_graph(f));
  EXPECT_FALSE(result.registers[0]);
  EXPECT_FALSE(result.convergent_blocks[0]);
}

}  // namespace uniformity_test

}  // namespace whet::ptx
