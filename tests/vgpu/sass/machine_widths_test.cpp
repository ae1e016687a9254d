#include <gtest/gtest.h>

#include <map>

#include "binary/nvcc.h"
#include "vgpu/join_support.h"
#include "vgpu/program/line_join.h"
#include "vgpu/sass/machine_counts.h"

namespace whet::vgpu {

namespace machine_widths_test {

using test::at_line;
using test::hand_code;
using test::HandCode;
using test::ptx_program;
using enum OpClass;

const std::string k_four_loads =
    ".version 9.0\n.target sm_90\n.address_size 64\n"  // 1 to 3
    ".visible .entry k(.param .u64 out)\n"             // 4
    "{ .reg .b64 %rd<2>; .reg .b32 %r<3>; .reg .f32 %f<8>;\n"
    "ld.shared.f32 %f0, [%r1];\n"                    // 6
    "ld.shared.f32 %f1, [%r1+4];\n"                  // 7
    "ld.shared.f32 %f2, [%r1+8];\n"                  // 8
    "ld.shared.f32 %f3, [%r1+12];\n"                 // 9
    "ld.global.v4.f32 {%f4,%f5,%f6,%f7}, [%rd1];\n"  // 10
    "ld.param.u64 %rd0, [out];\n"                    // 11
    "ret;\n"
    "}\n";

TEST(MachineWidths, MergedLoadsAreOneWideAccess) {
  const Program program = ptx_program(k_four_loads);
  const HandCode hand = hand_code({{6, {"LDS", load_shared, std::nullopt, false, {}, 16}},
                                   {10, {"LDG", load_global, std::nullopt, false, {}, 16}},
                                   {12, {"EXIT", OpClass::branch}}});
  const std::vector<uint8_t> widths = machine_widths(program, hand.code, hand.lines);
  EXPECT_EQ(widths[at_line(program, 6)], 16);
  for (const uint32_t merged : {7u, 8u, 9u}) EXPECT_EQ(widths[at_line(program, merged)], 0);
  EXPECT_EQ(widths[at_line(program, 10)], 16);
  EXPECT_EQ(widths[at_line(program, 11)], 8);  // reading a parameter is not an access in machine code
}

TEST(MachineWidths, AreAbsentWithoutLines) {
  const Program program = ptx_program(k_four_loads);
  const HandCode hand = hand_code({{0, {"LDS", load_shared, std::nullopt, false, {}, 16}}});
  EXPECT_TRUE(machine_widths(program, hand.code, hand.lines).empty());
}

TEST(MachineWidths, OfARegisterTileMergeEightLoadsIntoTwo) {
  REQUIRE_NVCC();
  const std::string bytes = test::compile_cubin(R"(
extern "C" __global__ void k(float* out, const float* in) {
  __shared__ __align__(16) float tile[1024];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  #pragma unroll
  for (int i = 0; i < 8; ++i) sum += tile[8 * (threadIdx.x & 15) + i] * i;
  out[threadIdx.x] = sum;
})",
                                                "sm_90", {"-lineinfo"});
  const auto cubin = read_cubin(as_bytes(bytes));
  ASSERT_TRUE(cubin.ok());
  const auto code = analyse_function(cubin->functions[0], cubin->architecture);
  ASSERT_TRUE(code.ok());
  const Program program = test::program_shell(test::module_of(*cubin), "k");
  const std::vector<uint8_t> widths = machine_widths(program, *code, cubin->functions[0].lines);
  std::map<int, int> loads;
  for (uint32_t i = 0; i < widths.size(); ++i) {
    if (op_kind_of(program.instruction(i)) == OpKind::load_shared) ++loads[widths[i]];
  }
  EXPECT_EQ(loads[16], 2);
  EXPECT_EQ(loads[4], 0);
}

}  // namespace machine_widths_test

}  // namespace whet::vgpu
