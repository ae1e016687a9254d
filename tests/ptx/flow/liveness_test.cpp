#include "ptx/flow/liveness.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

namespace liveness_test {

using test::kernel;
using test::names;

TEST(Liveness, AValueReadLaterIsLiveBetween) {
  const Function k =
      kernel("mov.u32 %r1, 1; mov.u32 %r2, 2; @%p1 bra L; mov.u32 %r3, %r1; L: st.global.u32 [%rd1], %r2;");
  const FlowGraph graph = build_flow_graph(k);
  const Liveness liveness(k, graph);
  EXPECT_EQ(names(k, liveness.live_in(0)), "%p1 %rd1");
  EXPECT_EQ(names(k, liveness.live_out(0)), "%r1 %r2 %rd1");
  EXPECT_EQ(names(k, liveness.live_in(2)), "%r2 %rd1");
  EXPECT_FALSE(liveness.crosses_blocks(test::register_named(k, "%r3")));
}

TEST(Liveness, ALoopKeepsWhatTheNextRoundReads) {
  const Function k = kernel("mov.u32 %r1, 0; L: add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, %r2; @%p1 bra L; ret;");
  const FlowGraph graph = build_flow_graph(k);
  const Liveness liveness(k, graph);
  EXPECT_EQ(names(k, liveness.live_out(1)), "%r1 %r2");
  EXPECT_EQ(names(k, liveness.live_in(0)), "%r2");
}

TEST(Liveness, AGuardedWriteKeepsTheOldValue) {
  const Function k = kernel("mov.u32 %r1, 0; bra L; L: @%p1 mov.u32 %r1, 1; st.global.u32 [%rd1], %r1;");
  const FlowGraph graph = build_flow_graph(k);
  EXPECT_TRUE(Liveness(k, graph).is_live_in(test::register_named(k, "%r1"), 1));
}

}  // namespace liveness_test

}  // namespace whet::ptx
