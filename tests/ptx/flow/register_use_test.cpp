// What instructions read and write, one line each.
#include <gtest/gtest.h>

#include "ptx/flow/flow_graph.h"
#include "ptx_text.h"

namespace whet::ptx {

namespace register_use_test {

struct Case {
  const char* text;
  const char* writes;
  const char* reads;
};

constexpr Case k_cases[] = {
    {"add.s32 %r1, %r2, %r3;", "%r1", "%r2 %r3"},
    {"@%p1 add.s32 %r1, %r2, 1;", "%r1", "%r2 %p1 %r1"},
    {"ld.global.v2.f32 {%f1,%f2}, [%rd1+8];", "%f1 %f2", "%rd1"},
    {"ld.global.v2.f32 {_,%f2}, [%rd1];", "%f2", "%rd1"},
    {"st.global.v2.f32 [%rd1], {%f1,%f2};", "", "%rd1 %f1 %f2"},
    {"mov.b64 {%r1,%r2}, %rd1;", "%r1 %r2", "%rd1"},
    {"mov.b64 %rd1, {%r1,%r2};", "%rd1", "%r1 %r2"},
    {"setp.lt.s32 %p1|%p2, %r1, %r2;", "%p1 %p2", "%r1 %r2"},
    {"setp.lt.and.s32 %p1, %r1, %r2, !%p2;", "%p1", "%r1 %r2 %p2"},
    {"atom.global.add.u32 %r1, [%rd1], %r2;", "%r1", "%rd1 %r2"},
    {"atom.global.add.u32 _, [%rd1], %r2;", "", "%rd1 %r2"},
    {"red.global.add.f32 [%rd1], %f1;", "", "%rd1 %f1"},
    {"shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;", "%r1 %p1", "%r2"},
    {"match.all.sync.b32 %r1|%p1, %r2, -1;", "%r1 %p1", "%r2"},
    {"elect.sync _|%p1, %r1;", "%p1", "%r1"},
    {"vote.sync.ballot.b32 %r1, %p1, -1;", "%r1", "%p1"},
    {"activemask.b32 %r1;", "%r1", ""},
    {"bar.sync %r1, %r2;", "", "%r1 %r2"},
    {"bar.red.popc.u32 %r1, 0, %p1;", "%r1", "%p1"},
    {"barrier.cta.red.or.pred.aligned %p1, 0, %p2;", "%p1", "%p2"},
    {"barrier.sync %r1;", "", "%r1"},
    {"bar.warp.sync %r1;", "", "%r1"},
    {"nanosleep.u32 %r1;", "", "%r1"},
    {"ts: .branchtargets L; brx.idx %r1, ts; L: ret;", "", "%r1"},
    {"L: @%p1 bra L;", "", "%p1"},
    {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2}, {%r1}, {%r2}, {%f3,%f4};", "%f1 %f2",
     "%r1 %r2 %f3 %f4"},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2}, %rd1, %rd2, %p1, 1, 1, 0, 0;", "%f1 %f2",
     "%rd1 %rd2 %p1 %f1 %f2"},
    {"wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {%f1,%f2}, %r1;", "", "%rd1 %f1 %f2 %r1"},
    {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1,%r2}, [%rd1], %r3;", "%r1 %r2", "%rd1 %r3"},
    {"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1,%r2}, [%r3];", "%r1 %r2", "%r3"},
    {"stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r3], {%r1,%r2};", "", "%r3 %r1 %r2"},
    {"cp.async.ca.shared.global [%r1], [%rd1], 16, %r2;", "", "%r1 %rd1 %r2"},
    {"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2,%r3}], [%r4];", "",
     "%r1 %rd1 %r2 %r3 %r4"},
    {"mbarrier.init.shared.b64 [%r1], %r2;", "", "%r1 %r2"},
    {"mbarrier.arrive.shared.b64 %rd1, [%r1];", "%rd1", "%r1"},
    {"mbarrier.arrive.shared.b64 _, [%r1];", "", "%r1"},
    {"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1], %r2;", "", "%r1 %r2"},
    {"mbarrier.try_wait.parity.shared.b64 %p1, [%r1], %r2;", "%p1", "%r1 %r2"},
    {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], %r2;", "", "%r1 %r2"},
    {"setmaxnreg.inc.sync.aligned.u32 232;", "", ""},
    {"isspacep.global %p1, %rd1;", "%p1", "%rd1"},
    {"testp.finite.f32 %p1, %f1;", "%p1", "%f1"},
    {"tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1,%r2}, [%r3];", "%r1 %r2", "%r3"},
    {"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;", "", "%r1"},
    {"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r2, %p1;", "", "%r1 %rd1 %rd2 %r2 %p1"},
    {"tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;", "", "%rd1 %rd2"},
    {"prefetch.global.L2 [%rd1];", "", "%rd1"},
    {"fence.proxy.async;", "", ""},
    {"ret;", "", ""},
};

TEST(RegisterUse, IsRightForEveryKindOfInstruction) {
  for (const Case& c : k_cases) {
    const Function function = test::kernel(c.text);
    ASSERT_FALSE(function.body.empty()) << c.text;
    const RegisterUse use = register_use(function.body[0]);
    EXPECT_EQ(test::names(function, use.writes), c.writes) << c.text;
    EXPECT_EQ(test::names(function, use.reads), c.reads) << c.text;
  }
}

TEST(RegisterUse, OfACallTakesTheReturnListForWritten) {
  const Module module = test::parsed(std::string(test::k_head) +
                                     ".func f();\n.entry k() { .reg .b32 %r<3>; .reg .b64 %rd<2>;\n"
                                     "call (%r0), f, (%r1); call %rd1, (%r1); call f; ret; }");
  const Function& k = *module.function("k");
  EXPECT_EQ(test::names(k, register_use(k.body[0]).writes), "%r0");
  EXPECT_EQ(test::names(k, register_use(k.body[0]).reads), "%r1");
  EXPECT_EQ(test::names(k, register_use(k.body[1]).writes), "");
  EXPECT_EQ(test::names(k, register_use(k.body[1]).reads), "%rd1 %r1");
}

}  // namespace register_use_test

}  // namespace whet::ptx
