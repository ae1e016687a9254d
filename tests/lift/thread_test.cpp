#include "lift/thread/thread.h"

#include <gtest/gtest.h>

#include "lift/expression/condition.h"
#include "lift/expression/print.h"
#include "ptx/reader/parser.h"

namespace whet::lift {
namespace thread_test {

// k(u64 x, u64 y, u32 n); the body starts on line 6.
std::string kernel_text(const std::string& body) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 x, .param .u64 y, .param .u32 "
         "n) {\n"
         ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<3>; .reg .b16 "
         "%rs<9>;\n" +
         body + "\n}\n";
}

constexpr const char* k_prologue =
    "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;\n"
    "mul.wide.s32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; ld.global.f32 %f1, [%rd4];\n";

class ThreadTest : public ::testing::Test {
 protected:
  Result<Thread> evaluate(const std::string& body) {
    auto module = ptx::parse(kernel_text(k_prologue + body), "test.ptx");
    EXPECT_TRUE(module.ok()) << (module ? "" : describe(module.error()));
    if (!module) return module.error();
    return evaluate_thread(*module, module->functions.at(0), {true, true, false}, {}, arena);
  }

  // "guard: offset <- value" of each store.
  std::string stores(const std::string& body) {
    const auto thread = evaluate(body);
    if (!thread) return describe(thread.error());
    std::string text;
    for (const ThreadStore& store : thread.value().stores) {
      text += print(arena, both(arena, store.guard), names) + ": " + print(arena, store.array, names) + " + " +
              print(arena, store.offset, names) + " <- " + print(arena, store.value, names) + "\n";
    }
    return text;
  }

  std::string refusal(const std::string& body) {
    const auto thread = evaluate(body);
    EXPECT_FALSE(thread.ok()) << body;
    return thread ? "" : thread.error().what + " at " + thread.error().where;
  }

  Arena arena;
  Names names{{"x", "y", "n"}, {}};
};

TEST_F(ThreadTest, AGuardedStoreHasItsConditions) {
  EXPECT_EQ(
      stores(
          "setp.ge.s32 %p1, %r2, %r1;\n@%p1 bra END;\nadd.f32 %f2, %f1, %f1;\nst.global.f32 [%rd5], %f2;\nEND: ret;"),
      "threadIdx.x < n: y + 4*threadIdx.x <- x[threadIdx.x] + x[threadIdx.x]\n");
}

TEST_F(ThreadTest, PredicationAndBranchesGiveTheSame) {
  const std::string test = "setp.lt.s32 %p1, %r2, %r1;\nmov.f32 %f2, 0f00000000;\n";
  const std::string end = "st.global.f32 [%rd5], %f2;\nret;";
  const std::string predicated = stores(test + "@%p1 mov.f32 %f2, %f1;\n" + end);
  EXPECT_EQ(predicated, stores(test + "@!%p1 bra J;\nmov.f32 %f2, %f1;\nJ: " + end));
  EXPECT_EQ(predicated, stores(test + "selp.f32 %f2, %f1, %f2, %p1;\n" + end));
  EXPECT_EQ(stores(test + "@%p1 st.global.f32 [%rd5], %f1;\nret;"),
            "threadIdx.x < n: y + 4*threadIdx.x <- x[threadIdx.x]\n");
}

TEST_F(ThreadTest, AnUnsignedComparisonAlsoTestsTheSign) {
  EXPECT_EQ(stores("add.s32 %r3, %r2, -1;\nsetp.lt.u32 %p1, %r3, %r1;\n@%p1 st.global.f32 [%rd5], %f1;\nret;"),
            "threadIdx.x <= n and 0 < threadIdx.x: y + 4*threadIdx.x <- x[threadIdx.x]\n");
}

TEST_F(ThreadTest, ALoadAfterAStoreOfTheSameElementIsWhatWasStored) {
  EXPECT_EQ(stores("mov.f32 %f2, 0f3F800000;\nst.global.f32 [%rd5], %f2;\nld.global.f32 %f3, [%rd5];\n"
                   "add.f32 %f4, %f3, %f1;\nst.global.f32 [%rd5+4096], %f4;\nret;"),
            "true: y + 4*threadIdx.x <- 1\ntrue: y + 4*threadIdx.x + 4096 <- x[threadIdx.x] + 1\n");
}

TEST_F(ThreadTest, ALoopTestedAtItsEndIsTheSameSum) {
  const std::string text = stores(
      "mov.u32 %r3, 0;\nmov.f32 %f2, 0f00000000;\nmov.u64 %rd6, %rd1;\n"
      "L: ld.global.f32 %f3, [%rd6];\nadd.f32 %f2, %f2, %f3;\nadd.s64 %rd6, %rd6, 4;\nadd.s32 %r3, %r3, 1;\n"
      "setp.lt.s32 %p1, %r3, %r1;\n@%p1 bra L;\nst.global.f32 [%rd5], %f2;\nret;");
  EXPECT_EQ(text, "true: y + 4*threadIdx.x <- x[n - 1] + sum(k < n - 1: x[k])\n");
}

TEST_F(ThreadTest, WhatIsNotModelledIsNamedWithItsLine) {
  struct Case {
    const char *code, *says;
  };
  const Case cases[] = {
      {"mul.hi.s64 %rd6, %rd1, %rd2;", "`mul.hi.s64`: `.hi`"},
      {"bfe.u32 %r3, %r1, %r2, 3;", "`bfe.u32`: a field of bits whose place is not constant"},
      {"shf.l.wrap.b32 %r3, %r1, %r2, 3;", "`shf.l.wrap.b32`"},
      {"shl.b32 %r3, %r1, 40;", "shift by so many bits"},
      {"mov.u32 %r3, %clock;", "%clock"},
      {"ld.shared.f32 %f2, [%rd4];", "shared memory"},
      {"cvt.rna.tf32.f32 %r3, %f1;", "`cvt.rna.tf32.f32`"},
      {"mov.b32 %r3, %f1; mul.f32 %f2, %f1, %f1; mov.b32 %r3, %f2; add.s32 %r4, %r3, 1;",
       "bits are read as an integer"},
      {"add.s32 %r3, %r1, %r2; mov.b32 %f2, %r3; add.f32 %f3, %f2, %f2;", "bits are read as a floating-point"},
      {"bar.red.popc.u32 %r3, 0, %p1;", "`.red`"},
      {"atom.global.exch.b32 %r3, [%rd4], 1;", "`.exch`"},
      {"vote.sync.uni.pred %p1, %p2, -1;", "form"},
      {"setp.lt.and.s32 %p1, %r1, %r2, %p2;", "form"},
      {"cvt.sat.u16.u32 %rs1, %r1;", "`.sat`"},
      {"bfind.u32 %r3, %r1;", "`bfind.u32`"},
  };
  for (const Case& one : cases) {
    const std::string text = refusal(std::string(one.code) + "\nst.global.f32 [%rd5], %f1;\nret;");
    EXPECT_NE(text.find(one.says), std::string::npos) << one.code << ": " << text;
    EXPECT_NE(text.find("PTX line 8"), std::string::npos) << one.code << ": " << text;
  }
}

TEST_F(ThreadTest, WhatNobodyWroteMayBeReadButNotStored) {
  EXPECT_EQ(stores("add.f32 %f2, %f3, %f1;\nst.global.f32 [%rd5], %f1;\nret;"),
            "true: y + 4*threadIdx.x <- x[threadIdx.x]\n");
  const std::string text = refusal("add.f32 %f2, %f3, %f1;\nst.global.f32 [%rd5], %f2;\nret;");
  EXPECT_NE(text.find("read before it is written"), std::string::npos) << text;
}

TEST_F(ThreadTest, ALoadAfterAStoreUnderAGuardIsAChoice) {
  EXPECT_EQ(stores("setp.lt.s32 %p1, %r2, %r1;\n@%p1 st.global.f32 [%rd5], %f1;\nld.global.f32 %f2, [%rd5];\n"
                   "st.global.f32 [%rd5+4096], %f2;\nret;"),
            "threadIdx.x < n: y + 4*threadIdx.x <- x[threadIdx.x]\n"
            "true: y + 4*threadIdx.x + 4096 <- threadIdx.x < n ? x[threadIdx.x] : y[threadIdx.x]\n");
}

TEST_F(ThreadTest, AnAddressThatMayBeginAtTwoParametersIsRefused) {
  EXPECT_NE(refusal("add.s64 %rd6, %rd1, %rd2;\nld.global.f32 %f2, [%rd6];\nret;").find("several parameters"),
            std::string::npos);
}

TEST_F(ThreadTest, ALoopWhoseCounterRunsAwayIsRefused) {
  const std::string text = refusal(
      "mov.u32 %r3, 0;\nL: setp.ge.s32 %p1, %r3, %r1;\n@%p1 bra E;\nadd.s32 %r3, %r3, -1;\nbra L;\n"
      "E: st.global.f32 [%rd5], %f1;\nret;");
  EXPECT_NE(text.find("does not approach"), std::string::npos) << text;
}

}  // namespace thread_test
}  // namespace whet::lift
