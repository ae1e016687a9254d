#include "ptx/flow/slots.h"

#include "ptx_text.h"
#include "slot_check.h"

namespace whet::ptx {

namespace slots_test {

struct Placed {
  Function function;
  SlotMap slots;

  Slot slot(const std::string& name) const { return slots.registers[test::register_named(function, name)]; }
};

Placed place(const std::string& body) {
  Placed placed;
  placed.function = test::kernel(body);
  const FlowGraph graph = build_flow_graph(placed.function);
  placed.slots = assign_slots(placed.function, graph, analyse_uniformity(placed.function, graph));
  test::SlotCheck(placed.function, graph, placed.slots).run();
  return placed;
}

TEST(Slots, ValuesThatDoNotMeetShareAPlace) {
  const auto k =
      place("mov.u32 %r1, %tid.x; st.global.u32 [%rd1], %r1; mov.u32 %r2, %laneid; st.global.u32 [%rd1], %r2; ret;");
  EXPECT_EQ(k.slot("%r1").file, Slot::File::lanes);
  EXPECT_EQ(k.slot("%r1").offset, k.slot("%r2").offset);
  EXPECT_EQ(k.slots.live_lane_bytes, 128u);
}

TEST(Slots, ValuesThatAreNeededTogetherDoNot) {
  const auto k = place("mov.u32 %r1, %tid.x; mov.u32 %r2, %laneid; st.global.v2.u32 [%rd1], {%r1,%r2}; ret;");
  EXPECT_NE(k.slot("%r1").offset, k.slot("%r2").offset);
}

TEST(Slots, AChainStaysInItsPlace) {
  const auto k =
      place("mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 1; add.s32 %r3, %r2, 1; st.global.u32 [%rd1], %r3; ret;");
  EXPECT_EQ(k.slots.live_lane_bytes, 128u);
}

TEST(Slots, AShuffleDoesNotWriteWhereItReads) {
  const auto k = place("mov.u32 %r1, %tid.x; shfl.sync.down.b32 %r2, %r1, 1, 31, -1; st.global.u32 [%rd1], %r2; ret;");
  EXPECT_NE(k.slot("%r1").offset, k.slot("%r2").offset);
}

TEST(Slots, AVectorDoesNotOverwriteItsAddress) {
  const auto k =
      place("mov.u32 %r1, %tid.x; ld.shared.v2.u32 {%r2,%r3}, [%r1]; st.global.v2.u32 [%rd1], {%r2,%r3}; ret;");
  EXPECT_EQ(k.slots.live_lane_bytes, 3 * 128u);
}

TEST(Slots, WidthsHavePlacesOfTheirOwn) {
  const auto k = place(
      "mov.u32 %r1, %tid.x; cvt.u64.u32 %rd2, %r1; cvt.u16.u32 %rs1, %r1; st.global.u16 [%rd1], %rs1;"
      "st.global.u64 [%rd1], %rd2; ret;");
  EXPECT_EQ(k.slots.live_lane_bytes, 64u + 128u + 256u);
}

TEST(Slots, UniformRegistersAreScalarsAndPredicatesMasks) {
  const auto k = place(
      "mov.u32 %r1, %ctaid.x; setp.lt.s32 %p1, %r1, 4; mov.u32 %r2, %tid.x; setp.lt.s32 %p2, %r2, 4;"
      "selp.b32 %r3, %r1, %r2, %p2; selp.b32 %r4, %r3, 0, %p1; st.global.u32 [%rd1], %r4; ret;");
  EXPECT_EQ(k.slot("%r1").file, Slot::File::scalar);
  EXPECT_EQ(k.slot("%p1").file, Slot::File::mask);
  EXPECT_EQ(k.slot("%p2").file, Slot::File::mask);
  EXPECT_EQ(k.slot("%r2").file, Slot::File::lanes);
  EXPECT_LT(k.slot("%r1").offset, k.slot("%p1").offset);
  EXPECT_LT(k.slot("%p2").offset, k.slot("%r2").offset);
}

TEST(Slots, AValueCarriedRoundALoopKeepsItsPlace) {
  const auto k = place(
      "mov.u32 %r1, %tid.x; mov.u32 %r2, %laneid; L: add.s32 %r3, %r1, %r2; st.global.u32 [%rd1], %r3;"
      "add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, 90; @%p1 bra L; ret;");
  EXPECT_NE(k.slot("%r3").offset, k.slot("%r2").offset);
  EXPECT_NE(k.slot("%r3").offset, k.slot("%r1").offset);
}

TEST(Slots, WideRegistersAreNeverScalars) {
  const auto k = place(".reg .b128 %q; mov.b128 %q, {%rd2, %rd3}; mov.b128 {%rd4, %rd5}, %q; ret;");
  EXPECT_EQ(k.slot("%q").file, Slot::File::lanes);
}

}  // namespace slots_test

}  // namespace whet::ptx
