#include "vgpu/time/metrics.h"

#include <gtest/gtest.h>

#include "vgpu/join_support.h"

namespace whet::vgpu {

namespace metrics_test {

using test::at_line;
using enum OpClass;

const std::string k_text =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 out)\n"  // 4
    "{ .reg .b64 %rd<2>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
    "ld.global.f32 %f0, [%rd0];\n"             // 6
    "st.shared.f32 [%r1], %f0;\n"              // 7
    "ld.f32 %f1, [%rd1];\n"                    // 8: generic
    "atom.global.add.u32 %r2, [%rd0], %r1;\n"  // 9
    "fma.rn.f32 %f2, %f1, %f0, %f2;\n"         // 10
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f3,%f4,%f5,%f6}, {%r1,%r2,%r3,%r4}, {%r5,%r6}, "
    "{%f3,%f4,%f5,%f6};\n"  // 11
    "ret;\n"
    "}\n";

struct Fixture {
  Program program = test::ptx_program(k_text);
  Counts counts = test::empty_counts(program, 10);
  AccessCount& access(uint32_t line) { return counts.accesses[at_line(program, line)]; }
  double value(std::string_view name, const MachineCounts* machine = nullptr, const KernelCode* code = nullptr) {
    return find_metric(metrics(program, counts, machine, code), name).value_or(-1);
  }
};

TEST(Metrics, SumAccessesByWhatTheyTouch) {
  Fixture f;
  f.access(6) = {.requests = 10, .sectors = 40, .l1_hits = 4, .l2_reads = 36, .l2_hits = 6};
  f.access(7) = {.requests = 10, .wavefronts = 50, .ideal_wavefronts = 10};
  EXPECT_EQ(f.value("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), 10);
  EXPECT_EQ(f.value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 40);
  EXPECT_EQ(f.value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"), 4);
  EXPECT_EQ(f.value("lts__t_sectors_srcunit_tex_op_read.sum"), 36);
  EXPECT_EQ(f.value("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"), 50);
}

TEST(Metrics, AGenericLoadCountsWhereItWent) {
  Fixture f;
  f.access(8) = {.requests = 10, .wavefronts = 20, .ideal_wavefronts = 10};
  EXPECT_EQ(f.value("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), 20);
  EXPECT_EQ(f.value("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), 0);
}

TEST(Metrics, AnAtomicWhoseResultTheMachineDropsIsAReduction) {
  Fixture f;
  f.access(9) = {.requests = 10, .sectors = 10, .l2_writes = 10};
  EXPECT_EQ(f.value("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"), 10);
  const test::HandCode hand = test::hand_code({{9, {"REDG", OpClass::atomic}}, {12, {"EXIT", OpClass::branch}}});
  const MachineCounts machine = machine_counts(f.program, f.counts, hand.code, hand.lines);
  EXPECT_EQ(f.value("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", &machine, &hand.code), 0);
  EXPECT_EQ(f.value("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", &machine, &hand.code), 10);
}

TEST(Metrics, CountsOfMachineInstructionsAreAbsentWithoutMachineCode) {
  Fixture f;
  EXPECT_EQ(f.value("smsp__inst_executed.sum"), -1);
  test::ran(f.program, f.counts, 6, 10);
  const test::HandCode hand = test::hand_code({{10, {"FFMA", fp32}}, {12, {"EXIT", OpClass::branch}}});
  const MachineCounts machine = machine_counts(f.program, f.counts, hand.code, hand.lines);
  EXPECT_EQ(f.value("smsp__inst_executed.sum", &machine, &hand.code), 20);
  EXPECT_EQ(f.value("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", &machine, &hand.code), 320);
}

TEST(Flops, OfPtxCountLanesAndMatrixShapes) {
  Fixture f;
  test::ran(f.program, f.counts, 6, 10);
  const Flops work = flops(f.program, f.counts, nullptr, nullptr);
  EXPECT_EQ(work.fp32, 2 * 320);
  EXPECT_EQ(work.tensor, 10 * 2 * 16 * 8 * 16);
}

TEST(ScaledToGrid, MultipliesEveryCountOfASample) {
  Fixture f;
  test::ran(f.program, f.counts, 6, 10);
  f.access(6) = {.requests = 10, .sectors = 40, .serial = 3};
  f.counts.dram_read_bytes = 640;
  f.counts.blocks = 2;
  f.counts.grid_blocks = 8;
  const Counts grid = scaled_to_grid(f.counts);
  EXPECT_EQ(grid.warps, 40u);
  EXPECT_EQ(grid.instructions[0].lanes, 4u * 320);
  EXPECT_EQ(grid.accesses[at_line(f.program, 6)].serial, 12u);
  EXPECT_EQ(grid.dram_read_bytes, 2560u);
  EXPECT_FALSE(grid.sampled());
}

}  // namespace metrics_test

}  // namespace whet::vgpu
