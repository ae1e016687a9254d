#include "vgpu/check/value_flow.h"

#include <gtest/gtest.h>

#include "ptx_run.h"

namespace whet::vgpu {
namespace value_flow_test {

// Whether the first volatile load in a kernel of these statements decides something.
bool is_decided_by(const std::string& body) {
  GlobalMemory memory(1 << 20);
  const auto module = LoadedModule::load(ptx_kernel(body, {}), "test.ptx", memory);
  if (!module) return ADD_FAILURE() << describe(module.error()), false;
  for (const ptx::Function& function : (*module)->module().functions) {
    for (const ptx::Instruction& in : function.body) {
      if (in.opcode == "ld" && in.has("volatile")) return decides(function, in);
    }
  }
  return ADD_FAILURE() << "no load", false;
}

const std::string k_load = "ld.volatile.global.u32 %r1, [%rd0]; ";

TEST(ValueFlow, WhatIsOnlyComputedWithDecidesNothing) {
  EXPECT_FALSE(is_decided_by(k_load + "add.u32 %r2, %r1, 1; st.global.u32 [%rd0], %r2; ret;"));
  EXPECT_FALSE(is_decided_by(k_load + "shfl.sync.bfly.b32 %r2|%p1, %r1, 1, 31, -1; max.u32 %r3, %r2, %r1;"
                                      "red.global.add.u32 [%rd0], %r3; ret;"));
}

TEST(ValueFlow, WhatIsComparedOrPointsSomewhereDecides) {
  EXPECT_TRUE(is_decided_by("WAIT: " + k_load + "setp.eq.u32 %p0, %r1, 0; @%p0 bra WAIT; ret;"));
  EXPECT_TRUE(is_decided_by(k_load + "shr.u32 %r2, %r1, 30; setp.ne.u32 %p0, %r2, 0; "
                                     "selp.u32 %r3, %r1, 0, %p0; st.global.u32 [%rd0], %r3; ret;"));
  EXPECT_TRUE(is_decided_by(k_load + "mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd0, %rd1; "
                                     "st.global.u32 [%rd2], 1; ret;"));
  EXPECT_TRUE(is_decided_by(k_load + "atom.global.cas.b32 %r2, [%rd0], %r1, 5; ret;"));
}

TEST(ValueFlow, ItIsFollowedThroughSharedMemory) {
  const std::string through = k_load +
                              "mov.u32 %r2, tile; st.shared.u32 [%r2], %r1; bar.sync 0;"
                              "ld.shared.u32 %r3, [%r2]; add.u32 %r4, %r3, 1; ";
  EXPECT_FALSE(is_decided_by(through + "st.global.u32 [%rd0], %r4; ret;"));
  EXPECT_TRUE(is_decided_by(through + "setp.eq.u32 %p0, %r4, 0; @%p0 bra DONE; st.global.u32 [%rd0], 1; DONE: ret;"));
}

TEST(ValueFlow, WhatGoesIntoLocalMemoryMayDecide) {
  EXPECT_TRUE(is_decided_by(k_load + "st.u32 [%rd0], %r1; ret;"));
}

}  // namespace value_flow_test
}  // namespace whet::vgpu
