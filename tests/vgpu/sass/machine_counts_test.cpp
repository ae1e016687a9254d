#include "vgpu/sass/machine_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "binary/nvcc.h"
#include "binary/sass_corpus.h"
#include "vgpu/join_support.h"
#include "vgpu/program/line_join.h"

namespace whet::vgpu {

namespace machine_counts_test {

using test::at_line;
using test::empty_counts;
using test::hand_code;
using test::HandCode;
using test::ptx_program;
using test::ran;
using enum OpClass;

const std::string k_header = ".version 9.0\n.target sm_90\n.address_size 64\n";  // lines 1 to 3

// A bounds check around a store.
const std::string k_checked = k_header +
                              ".visible .entry k(.param .u64 out)\n"  // 4
                              "{ .reg .pred %p1; .reg .b64 %rd<2>; .reg .f32 %f<3>;\n"
                              "setp.ge.s64 %p1, %rd0, 7;\n"   // 6
                              "@%p1 bra $end;\n"              // 7
                              "add.f32 %f1, %f0, %f0;\n"      // 8
                              "st.global.f32 [%rd1], %f1;\n"  // 9
                              "$end:\n"
                              "ret;\n"  // 11
                              "}\n";

TEST(MachineCounts, ABlockBehindACheckCountsTheWarpsThatPassed) {
  const Program program = ptx_program(k_checked);
  Counts counts = empty_counts(program, 100);
  ran(program, counts, 6, 100);
  ran(program, counts, 8, 40);
  ran(program, counts, 11, 100);
  const HandCode hand = hand_code({{6, {"ISETP", predicate}},
                                   {7, {"EXIT", OpClass::branch, std::nullopt, true}},
                                   {8, {"FADD", fp32}},
                                   {9, {"STG", store_global}},
                                   {11, {"EXIT", OpClass::branch}},
                                   {11, {"BRA", OpClass::branch, 80}}});
  const MachineCounts machine = machine_counts(program, counts, hand.code, hand.lines);
  EXPECT_EQ(machine.instructions[1].warps, 100);
  EXPECT_EQ(machine.instructions[3].warps, 40);
  EXPECT_EQ(machine.instructions[4].warps, 40);  // the exit after the store, though `ret` ran 100 times
  EXPECT_EQ(machine.instructions[5].warps, 0);   // padding
  EXPECT_EQ(machine.issued, 2 * 100 + 3 * 40);
}

TEST(MachineCounts, ABranchMadeIntoPredicatesIssuesAsOftenAsTheBlockAround) {
  const Program program = ptx_program(k_checked);
  Counts counts = empty_counts(program, 100);
  ran(program, counts, 6, 100);
  ran(program, counts, 8, 40);
  ran(program, counts, 11, 100);
  const HandCode hand = hand_code({{6, {"ISETP", predicate}},
                                   {8, {"FADD", fp32, std::nullopt, true}},
                                   {9, {"STG", store_global, std::nullopt, true}},
                                   {11, {"EXIT", OpClass::branch}}});
  const MachineCounts machine = machine_counts(program, counts, hand.code, hand.lines);
  EXPECT_EQ(machine.instructions[2].warps, 100);
  EXPECT_EQ(machine.instructions[2].lanes, 3200);
  EXPECT_EQ(machine.instructions[2].lanes_on, 1280);
}

// A loop of one block.
const std::string k_loop = k_header +
                           ".visible .entry k(.param .u64 out)\n"  // 4
                           "{ .reg .pred %p1; .reg .b64 %rd<2>; .reg .b32 %r<3>; .reg .f32 %f<3>;\n"
                           "mov.u32 %r1, 0;\n"             // 6
                           "st.global.u32 [%rd0], %r1;\n"  // 7
                           "$loop:\n"
                           "ld.global.f32 %f0, [%rd1];\n"  // 9
                           "add.f32 %f1, %f1, %f0;\n"      // 10
                           "setp.lt.u32 %p1, %r1, 7;\n"    // 11
                           "@%p1 bra $loop;\n"             // 12
                           "st.global.f32 [%rd1], %f1;\n"  // 13
                           "ret;\n"                        // 14
                           "}\n";

TEST(MachineCounts, AnUnrolledLoopAndItsRemainderShareThePasses) {
  const Program program = ptx_program(k_loop);
  Counts counts = empty_counts(program, 10);
  ran(program, counts, 6, 10);
  ran(program, counts, 9, 10 * 11);  // eleven passes each: two of the unrolled loop, three left
  ran(program, counts, 13, 10);
  const HandCode hand = hand_code({{7, {"STG", store_global}},
                                   {9, {"LDG", load_global}},  // 1: four copies
                                   {10, {"FADD", fp32}},
                                   {9, {"LDG", load_global}},
                                   {10, {"FADD", fp32}},
                                   {9, {"LDG", load_global}},
                                   {10, {"FADD", fp32}},
                                   {9, {"LDG", load_global}},
                                   {10, {"FADD", fp32}},
                                   {12, {"BRA", OpClass::branch, 16, true}},
                                   {12, {"BRA", OpClass::branch, 14 * 16, true}},  // 10: nothing left?
                                   {9, {"LDG", load_global}},                      // 11: one copy
                                   {10, {"FADD", fp32}},
                                   {12, {"BRA", OpClass::branch, 11 * 16, true}},
                                   {13, {"STG", store_global}},  // 14
                                   {14, {"EXIT", OpClass::branch}}});
  const MachineCounts machine = machine_counts(program, counts, hand.code, hand.lines);
  EXPECT_EQ(machine.instructions[1].warps, 20);
  EXPECT_EQ(machine.instructions[10].warps, 10);
  EXPECT_EQ(machine.instructions[11].warps, 30);
  EXPECT_EQ(machine.instructions[14].warps, 10);
}

TEST(MachineCounts, APeeledPassLeavesTheLoopOneLess) {
  const Program program = ptx_program(k_loop);
  Counts counts = empty_counts(program, 10);
  ran(program, counts, 6, 10);
  ran(program, counts, 9, 10 * 11);
  ran(program, counts, 13, 10);
  const HandCode hand = hand_code({{6, {"MOV", OpClass::move}},
                                   {12, {"BRA", OpClass::branch, 4 * 16, true}},
                                   {9, {"LDG", load_global}},  // 2: peeled
                                   {10, {"FADD", fp32}},
                                   {9, {"LDG", load_global}},  // 4
                                   {10, {"FADD", fp32}},
                                   {12, {"BRA", OpClass::branch, 4 * 16, true}},
                                   {13, {"STG", store_global}},
                                   {14, {"EXIT", OpClass::branch}}});
  const MachineCounts machine = machine_counts(program, counts, hand.code, hand.lines);
  EXPECT_EQ(machine.instructions[2].warps, 10);
  EXPECT_EQ(machine.instructions[4].warps, 100);
}

TEST(MachineCounts, WhatLeftALoopDoesNotRaiseTheBlockBeforeIt) {
  const Program program = ptx_program(k_loop);
  Counts counts = empty_counts(program, 10);
  ran(program, counts, 6, 10);
  ran(program, counts, 9, 1000);
  ran(program, counts, 13, 10);
  const HandCode hand = hand_code({{7, {"STG", store_global}},
                                   {7, {"BRA", OpClass::branch, 48, true}},
                                   {9, {"LDG", load_global}},  // 2: hoisted
                                   {10, {"FADD", fp32}},       // 3
                                   {12, {"BRA", OpClass::branch, 48, true}},
                                   {14, {"EXIT", OpClass::branch}}});
  const MachineCounts machine = machine_counts(program, counts, hand.code, hand.lines);
  EXPECT_EQ(machine.instructions[2].warps, 10);
  EXPECT_EQ(machine.instructions[3].warps, 1000);
}

TEST(MachineCounts, TheSlowPathOfADivisionDoesNotRun) {
  const Program program = ptx_program(k_header +
                                      ".visible .entry k(.param .u64 out)\n"  // 4
                                      "{ .reg .b64 %rd<2>; .reg .f32 %f<3>;\n"
                                      "div.rn.f32 %f1, %f0, %f2;\n"   // 6
                                      "st.global.f32 [%rd1], %f1;\n"  // 7
                                      "ret;\n"                        // 8
                                      "}\n");
  Counts counts = empty_counts(program, 10);
  ran(program, counts, 6, 10);
  const HandCode hand = hand_code({{6, {"MUFU", special}},
                                   {6, {"FFMA", fp32}},
                                   {6, {"BRA", OpClass::branch, 5 * 16, true}},
                                   {6, {"MOV", OpClass::move}},
                                   {6, {"CALL", OpClass::branch, 7 * 16}},
                                   {7, {"STG", store_global}},  // 5
                                   {8, {"EXIT", OpClass::branch}},
                                   {8, {"LOP3", integer}},  // 7
                                   {8, {"RET", OpClass::branch}}});
  const MachineCounts machine = machine_counts(program, counts, hand.code, hand.lines);
  EXPECT_EQ(machine.instructions[4].warps, 0);
  EXPECT_EQ(machine.instructions[5].warps, 10);
  EXPECT_EQ(machine.instructions[7].warps, 0);
}

TEST(MachineCounts, LanesThatPartAtABranchIssueOneMoreInstructionToMeetAgain) {
  const Program program = ptx_program(k_checked);
  Counts counts = empty_counts(program, 100);
  ran(program, counts, 6, 100);
  ran(program, counts, 8, 40);
  ran(program, counts, 11, 100);
  counts.diverged[at_line(program, 7)] = 3;
  const auto issued_with = [&](const test::Line& branch) {
    const HandCode hand = hand_code(
        {{6, {"ISETP", predicate}}, {7, branch}, {9, {"STG", store_global}}, {11, {"EXIT", OpClass::branch}}});
    return machine_counts(program, counts, hand.code, hand.lines).issued;
  };
  EXPECT_EQ(issued_with({"BRA", OpClass::branch, 48, true}), 2 * 100 + 3 + 40 + 100);
  EXPECT_EQ(issued_with({"EXIT", OpClass::branch, std::nullopt, true}), 2 * 100 + 2 * 40);
}

TEST(MachineCounts, TheManyInstructionsOfAMatrixLoadAreNoCopies) {
  const Program program = ptx_program(k_header +
                                      ".visible .entry k(.param .u64 out)\n"  // 4
                                      "{ .reg .pred %p1; .reg .b64 %rd<2>; .reg .b32 %r<9>;\n"
                                      "$loop:\n"
                                      "wmma.load.b.sync.aligned.row.m16n16k16.global.f16 "
                                      "{%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7}, [%rd0], %r8;\n"  // 7
                                      "@%p1 bra $loop;\n"                                  // 8
                                      "ret;\n"                                             // 9
                                      "}\n");
  Counts counts = empty_counts(program, 10);
  ran(program, counts, 7, 100);
  ran(program, counts, 9, 10);
  const HandCode hand = hand_code({{7, {"LDG", load_global}},
                                   {7, {"LDG", load_global}},
                                   {7, {"MOVM", matrix_load}},
                                   {7, {"MOVM", matrix_load}},
                                   {8, {"BRA", OpClass::branch, 0, true}},
                                   {9, {"EXIT", OpClass::branch}}});
  EXPECT_EQ(machine_counts(program, counts, hand.code, hand.lines).instructions[0].warps, 100);
}

class JoinedCorpus : public testing::TestWithParam<const char*> {};

// How far the machine's counts are from PTX's, over instructions that become exactly one machine instruction.
double disagreement(const Program& program, const Counts& counts, const KernelCode& code, const LineMap& lines) {
  const std::vector<JoinedInstruction> joined = join_lines(program, code, lines);
  const MachineCounts machine = machine_counts(program, counts, code, lines);
  std::map<uint32_t, double> sums;
  for (size_t i = 0; i < joined.size(); ++i) {
    EXPECT_TRUE(std::isfinite(machine.instructions[i].warps) && machine.instructions[i].warps >= 0);
    EXPECT_LE(machine.instructions[i].lanes_on, 32.0001 * machine.instructions[i].warps);
    if (joined[i].one_to_one && joined[i].anchor >= Anchor::math) sums[joined[i].ptx] += machine.instructions[i].warps;
  }
  double off = 0, all = 0;
  for (const auto& [ptx, sum] : sums) {
    off += std::abs(sum - static_cast<double>(counts.instructions[ptx].warps));
    all += static_cast<double>(counts.instructions[ptx].warps);
  }
  return all > 0 ? off / all : 0;
}

TEST_P(JoinedCorpus, AgreesWithPtxOnEveryInstructionThatStaysOne) {
  REQUIRE_NVCC();
  double sum = 0;
  int kernels = 0;
  const std::string content = test::Corpus(GetParam()).cubin();
  const auto cubin = read_cubin(as_bytes(content));
  ASSERT_TRUE(cubin.ok());
  const auto module = test::module_of(*cubin);
  ASSERT_TRUE(module);
  for (const CubinFunction& function : cubin->functions) {
    if (!function.is_kernel) continue;
    const auto code = analyse_function(function, cubin->architecture);
    ASSERT_TRUE(code.ok()) << function.name;
    const Program program = test::program_shell(module, function.name);
    sum += disagreement(program, test::Walk(program, 13).of(64), *code, function.lines);
    ++kernels;
  }
  EXPECT_GT(kernels, 100);
  EXPECT_LT(sum / kernels, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Architectures, JoinedCorpus, testing::Values("sm_90a", "sm_120a"));

}  // namespace machine_counts_test

}  // namespace whet::vgpu
