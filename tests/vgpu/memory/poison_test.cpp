// Memory and registers that were not written hold what a GPU might have left there, the same for each seed.
#include "vgpu/memory/poison.h"

#include <algorithm>
#include <set>

#include "vgpu/ptx_words.h"

namespace whet::vgpu {
namespace poison_test {

// What 4 blocks of 64 threads read, one word per thread.
Words found(const std::string& ptx, uint64_t seed, int threads) {
  PtxRun how{.buffers = {Words(256)}, .grid = {4, 1, 1}, .block = {64, 1, 1}, .seed = seed};
  how.options.threads = threads;
  const RunResult result = expect_ptx(ptx, how);
  EXPECT_TRUE(result.finished);
  return how.buffers[0];
}

size_t distinct(const Words& words) {
  return std::set<uint32_t>(words.begin(), words.end()).size();
}

struct Unwritten {
  const char* name;
  std::string ptx;
  bool one_for_all = false;  // all lanes read the same place
};

const std::vector<Unwritten>& places() {
  static const std::vector<Unwritten> all = {
      {"shared", ptx_kernel(1, ".shared .align 4 .b8 tile[1024]; .reg .b32 %r<4>;",
                            "mov.u32 %r1, tile; mad.lo.u32 %r1, %me, 4, %r1; ld.shared.u32 %r2, [%r1];"
                            "st.global.u32 [%to], %r2;")},
      {"stack", ptx_kernel(1, ".local .align 4 .b8 frame[64]; .reg .b64 %rd<4>; .reg .b32 %r<4>;",
                           "mov.u64 %rd1, frame; and.b32 %r1, %me, 15; mad.wide.u32 %rd1, %r1, 4, %rd1;"
                           "ld.local.u32 %r2, [%rd1]; st.global.u32 [%to], %r2;")},
      {"register", ptx_kernel(1, ".reg .b32 %r<4>;", "add.u32 %r2, %r1, %me; st.global.u32 [%to], %r2;")},
      {"heap", ptx_kernel(1, ".reg .b64 %rd<4>; .reg .b32 %r<4>;",
                          "{ .param .b64 size; .param .b64 place; mov.u64 %rd1, 64; st.param.b64 [size], %rd1;"
                          "call.uni (place), malloc, (size); ld.param.b64 %rd2, [place]; }"
                          "ld.u32 %r1, [%rd2+12]; st.global.u32 [%to], %r1;",
                          ".extern .func (.param .b64 r) malloc (.param .b64 s);")},
      {"stack of a call",
       ptx_kernel(1, ".reg .b32 %r<4>;",
                  "{ .param .b32 value; call.uni (value), f, (); ld.param.b32 %r1, [value]; }"
                  "st.global.u32 [%to], %r1;",
                  ".func (.param .b32 out) f() { .local .align 4 .b8 own[32]; .reg .b64 %a; .reg .b32 %v; .reg .b64 %l;"
                  "mov.u64 %a, own; cvta.local.u64 %l, %a; ld.u32 %v, [%l+8]; st.param.b32 [out], %v; ret; }")},
  };
  return all;
}

TEST(Poison, WhatNobodyWroteIsNotZero) {
  for (const Unwritten& place : places()) {
    const Words words = found(place.ptx, 1, 1);
    EXPECT_EQ(std::count(words.begin(), words.end(), 0u), 0) << place.name;
    EXPECT_GT(distinct(words), 3u) << place.name;
  }
}

TEST(Poison, TheSameSeedGivesTheSameWhateverTheThreads) {
  for (const Unwritten& place : places()) {
    const Words one = found(place.ptx, 7, 1), many = found(place.ptx, 7, 3), other = found(place.ptx, 8, 1);
    EXPECT_EQ(one, many) << place.name;
    EXPECT_NE(one, other) << place.name;
  }
}

TEST(Poison, BlocksThatFollowEachOtherDoNotSeeWhatTheLastLeft) {
  const std::string ptx =
      ptx_kernel(1, ".shared .align 4 .b8 tile[256]; .reg .b32 %r<4>;",
                 "mov.u32 %r1, tile; mad.lo.u32 %r1, %me, 4, %r1; ld.shared.u32 %r2, [%r1]; mov.u32 %r3, 7;"
                 "st.shared.u32 [%r1], %r3; st.global.u32 [%to], %r2;");
  const Words words = found(ptx, 1, 1);
  EXPECT_EQ(std::count(words.begin(), words.end(), 7u), 0);
}

// A predicate that was not set is all lanes or none, so that what is uniform in a warp stays uniform.
TEST(Poison, APredicateThatNobodySetHoldsForAWholeWarp) {
  const std::string ptx =
      ptx_kernel(1, ".reg .pred %q<2>; .reg .b32 %r<4>;", "selp.u32 %r1, 5, 9, %q1; st.global.u32 [%to], %r1;");
  const Words words = found(ptx, 3, 1);
  for (size_t warp = 0; warp < 8; ++warp) {
    const std::set<uint32_t> seen(words.begin() + static_cast<long>(32 * warp),
                                  words.begin() + static_cast<long>(32 * warp + 32));
    EXPECT_EQ(seen.size(), 1u);
    EXPECT_TRUE(*seen.begin() == 5 || *seen.begin() == 9);
  }
}

TEST(Poison, ModuleVariablesStillBeginWithZero) {
  const std::string ptx = ptx_kernel(1, ".reg .b32 %r<4>;", "ld.global.u32 %r1, [v+8]; st.global.u32 [%to], %r1;",
                                     ".global .align 4 .b8 v[64];");
  EXPECT_EQ(found(ptx, 1, 1), Words(256, 0));
}

TEST(Poison, APieceDoesNotDependOnWhatWasFilledBefore) {
  const Poison poison(9), same(9);
  std::vector<std::byte> one(100'000), other(100'000);
  poison.fill(one.data(), 1000, Poison::Kind::shared, 4);
  poison.fill(one.data(), one.size(), Poison::Kind::shared, 5);
  same.fill(other.data(), other.size(), Poison::Kind::shared, 5);
  EXPECT_EQ(one, other);
}

}  // namespace poison_test
}  // namespace whet::vgpu
