// A scalar is one value for the whole warp: however lanes diverge, none may run ahead and count twice.
#include "ptx_run.h"

namespace whet::vgpu {
namespace warp_order_test {

const std::string k_store = "mul.wide.u32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1; st.global.u32 [%rd2], %r5; ret;";

// All lanes execute the loop `rounds` times and diverge in between by `inside`.
std::string counted(const std::string& inside, int rounds) {
  return "mov.u32 %r5, 0; mov.u32 %r4, 0;\nLOOP:\nadd.s32 %r4, %r4, 1;\n" + inside +
         "\nNEXT:\nadd.s32 %r5, %r5, 1; setp.lt.s32 %p0, %r4, " + std::to_string(rounds) + ";\n@%p0 bra LOOP;\n" +
         k_store;
}

void expect_all(const std::vector<uint32_t>& results, uint32_t value) {
  for (size_t i = 0; i < results.size(); ++i) ASSERT_EQ(results[i], value) << "thread " << i;
}

TEST(WarpOrder, WarpsThatAreUsedAgainCountAllRounds) {
  const std::string inside = "and.b32 %r6, %r0, 3; setp.eq.u32 %p1, %r6, 0; @%p1 bra NEXT; xor.b32 %r7, %r0, %r4;";
  expect_all(run_ptx(counted(inside, 64), {.grid = 100}), 64);
}

// Thirty-two splits of a hundred blocks each, without a loop: however long it takes, all reconverge at the end.
TEST(WarpOrder, ManyLongSidesOfABranchMeet) {
  std::string sides, labels;
  for (int side = 0; side < 32; ++side) {
    const std::string name = "SIDE" + std::to_string(side);
    labels += (side ? ", " : "") + name;
    sides += name + ":\n";
    for (int i = 0; i < 100; ++i) {
      const std::string label = name + "_" + std::to_string(i);
      sides += "setp.eq.u32 %p2, %r4, " + std::to_string(i + 1000) + "; @%p2 bra " + label +
               "; add.s32 %r8, %r8, 1;\n" + label + ":\n";
    }
    sides += "bra NEXT;\n";
  }
  const std::string table = "TABLE: .branchtargets " + labels + ";\n";
  expect_all(run_ptx(counted(table + "mov.u32 %r8, 0; brx.idx %r0, TABLE;\n" + sides, 3)), 3);
}

TEST(WarpOrder, LanesThatWaitAtABarrierAreWaitedFor) {
  const std::string inside = R"(and.b32 %r6, %r0, 1; setp.eq.u32 %p1, %r6, 0; @%p1 bra EVEN;
    barrier.sync 0; bra NEXT;
    EVEN: barrier.sync 0;)";
  expect_all(run_ptx(counted(inside, 5), {.block = 64, .results = 64}), 5);
}

TEST(WarpOrder, GuardedBarriersKeepNobodyFromCounting) {
  const std::string inside = R"(and.b32 %r6, %r0, 1; setp.eq.u32 %p1, %r6, 0;
    @%p1 bar.warp.sync 0x55555555; @!%p1 bar.warp.sync 0xaaaaaaaa;)";
  expect_all(run_ptx(counted(inside, 7)), 7);
}

// The first lanes to arrive wait for lanes that have more to do, at a lower pc.
TEST(WarpOrder, LanesThatWaitForLanesAreWaitedFor) {
  const std::string inside = R"(setp.gt.u32 %p1, %r0, 1; @%p1 bra NEXT; setp.eq.u32 %p2, %r0, 1; @%p2 bra LATE;
    MEET: shfl.sync.idx.b32 %r9, %r0, 0, 31, 3; bra NEXT;
    LATE: add.s32 %r10, %r0, 1; bra MEET;)";
  expect_all(run_ptx(counted(inside, 6)), 6);
}

TEST(WarpOrder, LanesMeetAtBarriersOfTheWarpWhereverTheyStand) {
  const std::string body = R"(mov.u32 %r5, 0; setp.lt.u32 %p1, %r0, 16; @%p1 bra LOW;
    st.shared.u32 [tile+4], 7; bar.warp.sync -1; ld.shared.u32 %r5, [tile]; bra END;
    LOW: st.shared.u32 [tile], 7; bar.warp.sync -1; ld.shared.u32 %r5, [tile+4];
    END: )" + k_store;
  expect_all(run_ptx(body), 7);
}

// nvcc duplicates collectives into both sides of a branch; PTX requires the same instruction and members, not the same
// pc. %r5 is written under other names on both sides.
std::string on_both_sides(const std::string& low, const std::string& high) {
  return "mov.u32 %r5, 0; setp.lt.u32 %p1, %r0, 16; @%p1 bra LOW;\n" + high +
         " mov.u32 %r5, %r8; bra END;\nLOW: " + low + " mov.u32 %r5, %r9;\nEND: " + k_store;
}

TEST(WarpOrder, VotesOfLanesAtTwoPlacesAreOneVote) {
  const std::string low = "setp.ne.u32 %p2, %r0, 3; vote.sync.ballot.b32 %r9, %p2, -1;";
  const std::string high = "setp.eq.u32 %p3, %r0, 20; vote.sync.ballot.b32 %r8, !%p3, -1;";
  expect_all(run_ptx(on_both_sides(low, high)), 0xffeffff7);
}

TEST(WarpOrder, ReductionsOfLanesAtTwoPlacesAreOne) {
  const std::string low = "redux.sync.add.u32 %r9, %r0, -1;";
  const std::string high = "add.s32 %r7, %r0, 100; redux.sync.add.u32 %r8, %r7, -1;";
  expect_all(run_ptx(on_both_sides(low, high)), 31 * 16 + 1600);
}

TEST(WarpOrder, ShufflesReachLanesAtAnotherPlace) {
  const std::string low = "shfl.sync.bfly.b32 %r9|%p2, %r0, 16, 31, -1;";
  const std::string high = "mul.lo.u32 %r7, %r0, 3; shfl.sync.bfly.b32 %r8|%p2, %r7, 16, 31, -1;";
  const std::vector<uint32_t> found = run_ptx(on_both_sides(low, high));
  for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(found[i], i < 16 ? (i + 16) * 3 : i - 16) << "thread " << i;
}

TEST(WarpOrder, MatchesOfLanesAtTwoPlacesAreOne) {
  const std::string low = "and.b32 %r6, %r0, 1; cvt.u64.u32 %rd4, %r6; match.any.sync.b64 %r9, %rd4, -1;";
  const std::string high = "and.b32 %r7, %r0, 1; cvt.u64.u32 %rd5, %r7; match.any.sync.b64 %r8, %rd5, -1;";
  const std::vector<uint32_t> found = run_ptx(on_both_sides(low, high));
  for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(found[i], i % 2 ? 0xaaaaaaaa : 0x55555555) << "thread " << i;
}

// A vote does not match a reduction.
TEST(WarpOrder, OtherCollectivesDoNotMeet) {
  const std::string low = "redux.sync.add.u32 %r9, %r0, -1;";
  const std::string high = "vote.sync.ballot.b32 %r8, %p1, -1;";
  std::vector<FaultKind> faults;
  run_ptx(on_both_sides(low, high), {}, &faults);
  ASSERT_FALSE(faults.empty());
  EXPECT_EQ(faults[0], FaultKind::deadlock);
}

// f keeps eight wide values in registers while it waits, g narrow ones; each half must find its own values.
constexpr const char* k_two_functions = R"(
.func (.param .b32 result) f(.param .b32 x) {
  .reg .b32 %r<9>; .reg .b64 %rd<9>;
  ld.param.b32 %r0, [x]; cvt.u64.u32 %rd0, %r0; add.s64 %rd1, %rd0, 1; add.s64 %rd2, %rd1, 1; add.s64 %rd3, %rd2, 1;
  bar.warp.sync -1; bar.warp.sync -1;
  add.s64 %rd4, %rd1, %rd2; add.s64 %rd4, %rd4, %rd3; add.s64 %rd4, %rd4, %rd0; cvt.u32.u64 %r1, %rd4;
  st.param.b32 [result], %r1; ret;
}
.func (.param .b32 result) g(.param .b32 x) {
  .reg .b32 %r<9>;
  ld.param.b32 %r0, [x]; add.s32 %r1, %r0, 1; add.s32 %r2, %r1, 1; add.s32 %r3, %r2, 1;
  bar.warp.sync -1; bar.warp.sync -1;
  add.s32 %r4, %r1, %r2; add.s32 %r4, %r4, %r3; add.s32 %r4, %r4, %r0;
  st.param.b32 [result], %r4; ret;
}
)";

TEST(WarpOrder, SplitsThatWaitInDifferentFunctionsKeepTheirRegisters) {
  const std::string body = R"(.param .b32 a; .param .b32 b;
    st.param.b32 [a], %r0; setp.lt.u32 %p1, %r0, 16; @%p1 bra LOW;
    call (b), f, (a); bra END;
    LOW: call (b), g, (a);
    END: ld.param.b32 %r5, [b]; )" +
                           k_store;
  const std::vector<uint32_t> results = run_ptx(body, {.functions = k_two_functions});
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(results[lane], 4 * lane + 6) << lane;
}

// Every lane takes the lock in turn; spinning lanes must yield, although they never wait.
TEST(WarpOrder, SpinningLanesGiveWay) {
  const std::string body = R"(st.shared.u32 [tile], 0; st.shared.u32 [tile+4], 0; bar.sync 0;
    SPIN: atom.shared.cas.b32 %r6, [tile], 0, 1; setp.ne.u32 %p1, %r6, 0; @%p1 bra SPIN;
    ld.shared.u32 %r5, [tile+4]; add.s32 %r5, %r5, 1; st.shared.u32 [tile+4], %r5; atom.shared.exch.b32 %r7, [tile], 0;
    bar.sync 0; ld.shared.u32 %r5, [tile+4]; )" +
                           k_store;
  expect_all(run_ptx(body, {.block = 64, .results = 64}), 64);
}

TEST(WarpOrder, AnActiveMaskNamesWholeWarpsInTheUsualOrder) {
  expect_all(run_ptx("activemask.b32 %r5; " + k_store), ~0u);
}

// Nobody promises that lanes are together there.
TEST(WarpOrder, AnActiveMaskPartsLanesInOtherOrders) {
  int parted = 0;
  for (uint64_t order = k_backwards; order < 20; ++order) {
    const auto masks = run_ptx("activemask.b32 %r5; " + k_store, {.order = {order}});
    for (uint32_t lane = 0; lane < masks.size(); ++lane) {
      EXPECT_TRUE(masks[lane] >> lane & 1) << "a lane is together with itself";
      for (uint32_t other = 0; other < masks.size(); ++other)
        EXPECT_TRUE(masks[other] == masks[lane] || (masks[other] & masks[lane]) == 0);
    }
    parted += masks[0] != ~0u;
  }
  EXPECT_GE(parted, 10);
}

TEST(WarpOrder, LanesThatPartAtAnActiveMaskCountNothingTwice) {
  for (uint64_t order = k_backwards; order < 10; ++order) {
    const std::string inside =
        "activemask.b32 %r6; add.s32 %r7, %r4, 1; setp.gt.u32 %p1, %r0, 5;"
        "@%p1 activemask.b32 %r6; @%p1 bra NEXT; xor.b32 %r7, %r0, %r4;";
    expect_all(run_ptx(counted(inside, 9), {.order = {order}}), 9);
  }
}

}  // namespace warp_order_test
}  // namespace whet::vgpu
