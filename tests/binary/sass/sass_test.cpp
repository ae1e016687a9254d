// The words are what ptxas wrote for the PTX named beside them.
#include "binary/sass/sass.h"

#include <gtest/gtest.h>

#include <random>

namespace whet {

namespace sass_test {

constexpr Architecture k_sm_75{75, 0}, k_sm_80{80, 0}, k_sm_90{90, 'a'}, k_sm_100{100, 'a'}, k_sm_120{120, 'a'};
using Registers = std::vector<uint8_t>;

Instruction decode(Architecture architecture, uint64_t low, uint64_t high, uint32_t offset = 0) {
  return decode_instruction(low, high, offset, architecture);
}

TEST(Sass, NamesLoadsWithTheirWidthAndOrder) {
  const auto weak = decode(k_sm_80, 0x0000000402027981, 0x000ea8000c1e1b00);      // ld.global.f64
  const auto constant = decode(k_sm_80, 0x0000000402087981, 0x000ea8000c1e9d00);  // ld.global.nc.v4.f32
  const auto byte = decode(k_sm_80, 0x0000000402027981, 0x000168000c1e1100);      // ld.global.u8
  EXPECT_EQ(weak.mnemonic(), "LDG.E.64");
  EXPECT_EQ(constant.mnemonic(), "LDG.E.128.CONSTANT");
  EXPECT_EQ(constant.width_bytes, 16);
  EXPECT_EQ(byte.mnemonic(), "LDG.E.U8");
  EXPECT_EQ(byte.op_class, OpClass::load_global);
}

TEST(Sass, PrintsTheScopeOfWeakAccessesOnTuring) {
  EXPECT_EQ(decode(k_sm_75, 0x0000000002027381, 0x000ea800001eeb00).mnemonic(), "LDG.E.64.SYS");
  EXPECT_EQ(decode(k_sm_75, 0x0000000002087381, 0x000ea800001e6d00).mnemonic(), "LDG.E.128.CONSTANT.SYS");
}

TEST(Sass, KnowsThe256BitLoadsOfBlackwell) {
  const auto load = decode(k_sm_100, 0xfe0000040208797e, 0x002ea2000812190c);  // ld.global.v8.f32
  EXPECT_EQ(load.mnemonic(), "LDG.E.ENL2.256");
  EXPECT_EQ(load.width_bytes, 32);
  EXPECT_EQ(register_use(load, k_sm_100).writes, (Registers{8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(Sass, NamesTheSameOpcodeByArchitecture) {
  constexpr uint64_t k_low = 0x0000000604087236, k_high = 0x028f680000000408;
  EXPECT_EQ(decode(k_sm_75, k_low, k_high).name, "HMMA");
  EXPECT_EQ(decode(k_sm_80, k_low, k_high).name, "OP_036");
  EXPECT_EQ(decode(k_sm_90, k_low, k_high).name, "VIADD");
  EXPECT_EQ(decode(k_sm_120, 0x0000000602067235, 0x004fcc00078e0200).name, "IADD");  // add.s64
  EXPECT_EQ(decode(k_sm_80, 0x00000008ff0b7435, 0x000fc600000001ff).mnemonic(), "HFMA2.MMA");
}

TEST(Sass, KeepsAnUnknownOpcodeByNumber) {
  const auto instruction = decode(k_sm_80, 0x00000000000071ff, 0x000fe20000000000);
  EXPECT_EQ(instruction.name, "OP_1ff");
  EXPECT_FALSE(instruction.known());
  EXPECT_FALSE(register_use(instruction, k_sm_80).complete);
}

TEST(Sass, ReadsTheControlWord) {
  const auto first = decode(k_sm_80, 0x0000000404047981, 0x000ea2000c1e1d00).control;
  EXPECT_EQ(first.stall, 1);
  EXPECT_FALSE(first.yield);
  EXPECT_EQ(first.write_barrier, 2);
  EXPECT_FALSE(first.read_barrier);
  EXPECT_EQ(first.wait_mask, 0);
  const auto second = decode(k_sm_80, 0x000000100408723c, 0x0c4ff000000418ff).control;  // waits for 2, reuses A and B
  EXPECT_EQ(second.stall, 8);
  EXPECT_EQ(second.wait_mask, 0b100);
  EXPECT_EQ(second.reuse, 0b11);
}

TEST(Sass, ReadsTheReuseOfAFourthOperand) {
  const auto sparse = decode(k_sm_100, 0x00000208040c723c, 0x200ff20000005aff);  // mma.sp: the metadata is reused
  EXPECT_EQ(sparse.control.reuse, 0b1000);
}

TEST(Sass, WideningAHalfIsAConversion) {
  const auto widened = decode(k_sm_90, 0x20000002ff077230, 0x004fca0000004100);  // cvt.f32.f16
  EXPECT_EQ(widened.mnemonic(), "HADD2.F32");
  EXPECT_EQ(widened.op_class, OpClass::convert);
}

TEST(Sass, TellsTheWidthOfAnAddBySm120) {
  const auto wide = decode(k_sm_120, 0x0000000602067235, 0x004fcc00078e0200);  // add.s64
  EXPECT_EQ(wide.mnemonic(), "IADD.64");
  EXPECT_EQ(register_use(wide, k_sm_120).writes, (Registers{6, 7}));
  const auto narrow = decode(k_sm_120, 0x0000000602067235, 0x004fcc00078e0000);
  EXPECT_EQ(narrow.mnemonic(), "IADD");
  EXPECT_EQ(register_use(narrow, k_sm_120).writes, (Registers{6}));
}

TEST(Sass, CountsPaddingAsFiller) {
  const auto uniform = decode(k_sm_80, 0x0000003f3f3ff290, 0x000fea000fffe03f);  // @!UPT UIADD3 URZ, URZ, URZ, URZ
  EXPECT_TRUE(uniform.never_executes);
  EXPECT_TRUE(uniform.guard->uniform);
  EXPECT_EQ(uniform.op_class, OpClass::filler);
  const auto load = decode(k_sm_90, 0x00000000fffff984, 0x000fe20000000800);  // @!PT LDS RZ, [RZ]
  EXPECT_EQ(load.op_class, OpClass::filler);
  EXPECT_FALSE(load.guard->uniform);
  EXPECT_EQ(decode(k_sm_80, 0x0000000000007918, 0x000fc00000000000).op_class, OpClass::filler);
}

TEST(Sass, ReadsGuards) {
  const auto guarded = decode(k_sm_80, 0x000004090600098e, 0x001fe8000c10e386);  // @P0 red.release.gpu.global.add.s32
  ASSERT_TRUE(guarded.guard);
  EXPECT_EQ(guarded.guard->predicate, 0);
  EXPECT_FALSE(guarded.guard->negated);
  EXPECT_FALSE(decode(k_sm_80, 0x0000000402027981, 0x000ea8000c1e1b00).guard);
}

TEST(Sass, FindsBranchTargetsInBothEncodings) {
  EXPECT_EQ(decode(k_sm_75, 0xfffffff000007947, 0x000fc0000383ffff, 0x130).target,
            0x130u);  // the loop after the last EXIT
  EXPECT_EQ(decode(k_sm_90, 0xfffffffc00fc7947, 0x000fc0000383ffff, 0x1a0).target, 0x1a0u);
  const auto converge = decode(k_sm_80, 0x000002f000007945, 0x000fe20003800000, 0x40);
  EXPECT_EQ(converge.name, "BSSY");
  EXPECT_EQ(converge.target, 0x340u);
}

TEST(Sass, TellsMovesFromArithmetic) {
  const auto move = decode(k_sm_80, 0x000000ffff0f7224, 0x000fe200078e00ff);
  EXPECT_EQ(move.mnemonic(), "IMAD.MOV.U32");
  EXPECT_EQ(move.op_class, OpClass::move);
  EXPECT_EQ(decode(k_sm_80, 0x00000008ff0b7435, 0x000fc600000001ff).op_class,
            OpClass::move);  // HFMA2.MMA R11, -RZ, RZ, ..
  EXPECT_EQ(decode(k_sm_80, 0x00000000000e7805, 0x000fe2000001ff00).op_class, OpClass::move);  // CS2R R14, SRZ
  EXPECT_EQ(decode(k_sm_80, 0x0000000804047223, 0x001fc60000000007).op_class, OpClass::fp32);
  EXPECT_EQ(decode(k_sm_80, 0xcd9e8d5708087825, 0x000fc800078e00ff).mnemonic(), "IMAD.WIDE.U32");
}

TEST(Sass, ReadsTensorShapesAndTypes) {
  const auto bf16 = decode(k_sm_80, 0x000000100408723c, 0x0c4ff000000418ff);  // mma.m16n8k16.f32.bf16.bf16.f32
  EXPECT_EQ(bf16.mnemonic(), "HMMA.16816.F32.BF16");
  EXPECT_EQ(bf16.tensor_type, "BF16");
  EXPECT_EQ(bf16.tensor_shape, (std::array{16, 8, 16}));
  const auto int4 = decode(k_sm_80, 0x0000000504087237, 0x000ff60000385408);  // mma.m8n8k32.s32.s4.s4.s32
  EXPECT_EQ(int4.mnemonic(), "IMMA.8832.S4.S4");
  const auto group = decode(k_sm_90, 0x042000000c3879f0, 0x000fe8000c7028ff);  // wgmma.m64n16k8.f32.tf32.tf32
  EXPECT_EQ(group.mnemonic(), "HGMMA.64x16x8.F32.TF32");
  EXPECT_EQ(group.tensor_shape, (std::array{64, 16, 8}));
  EXPECT_EQ(decode(k_sm_100, 0x00ff040e0c0075ea, 0x0001d8000ba00306).mnemonic(),
            "UTCQMMA.2CTA");  // kind::f8f6f4, cta_group::2
}

TEST(Sass, ReadsWhatInspectReports) {
  EXPECT_EQ(decode(k_sm_80, 0x0000000000057308, 0x000e240000000800).mnemonic(), "MUFU.EX2");
  EXPECT_EQ(decode(k_sm_80, 0x0a001f0002057f89, 0x004e2400000e0000).mnemonic(), "SHFL.DOWN");
  EXPECT_EQ(decode(k_sm_80, 0x0000000000007b1d, 0x000fec0000010000).mnemonic(), "BAR.SYNC.DEFER_BLOCKING");
  EXPECT_EQ(decode(k_sm_80, 0x00000c110200798e, 0x000fe2000c114186).mnemonic(), "RED.E.ADD.STRONG.SYS");
  EXPECT_EQ(decode(k_sm_90, 0x0000001c020079a6, 0x000fe8000c10f584).mnemonic(), "REDG.E.ADD.F32x2.FTZ.RN.STRONG.GPU");
  EXPECT_EQ(decode(k_sm_90, 0x00000003070075a7, 0x002e64000800017f).mnemonic(), "SYNCS.PHASECHK.TRANS64.TRYWAIT");
  EXPECT_EQ(decode(k_sm_90, 0x00000008100075b4, 0x0003d80008008000).mnemonic(), "UTMALDG.2D");
  EXPECT_EQ(decode(k_sm_90, 0x000000000004783b, 0x000e280000004200).mnemonic(), "LDSM.16.MT88.4");
}

TEST(Sass, ReadsAsyncCopiesInBothEncodings) {
  const auto ampere = decode(k_sm_80, 0x00000000060b7fae, 0x000fe8000b921d44);  // cp.async.ca .. L2::128B .. 16
  const auto blackwell = decode(k_sm_100, 0x00000000060b7fae, 0x000fe8000b9a1a06);
  EXPECT_EQ(ampere.mnemonic(), "LDGSTS.E.LTC128B.128");
  EXPECT_EQ(blackwell.mnemonic(), "LDGSTS.E.LTC128B.128");
  EXPECT_EQ(blackwell.width_bytes, 16);
  EXPECT_EQ(register_use(ampere, k_sm_80).reads, (Registers{11, 6, 7}));
}

TEST(Sass, FindsTheRegistersOfEachForm) {
  const auto fused =
      register_use(decode(k_sm_80, 0x0000000804047223, 0x001fc60000000007), k_sm_80);  // FFMA R4, R4, R8, R7
  EXPECT_EQ(fused.reads, (Registers{4, 8, 7}));
  EXPECT_EQ(fused.writes, (Registers{4}));
  const auto wide =
      register_use(decode(k_sm_80, 0xcd9e8d5708087825, 0x000fc800078e00ff), k_sm_80);  // IMAD.WIDE.U32 R8, R8, imm, RZ
  EXPECT_EQ(wide.reads, (Registers{8}));
  EXPECT_EQ(wide.writes, (Registers{8, 9}));
  const auto store =
      register_use(decode(k_sm_80, 0x0000000804007986, 0x000fe2000c101d04), k_sm_80);  // STG.E.128 [R4.64], R8
  EXPECT_EQ(store.reads, (Registers{4, 5, 8, 9, 10, 11}));
  EXPECT_TRUE(store.writes.empty());
  const auto matrix =
      register_use(decode(k_sm_80, 0x000000100408723c, 0x0c4ff000000418ff), k_sm_80);  // HMMA R8, R4, R16, RZ
  EXPECT_EQ(matrix.reads, (Registers{4, 5, 6, 7, 16, 17}));
  EXPECT_EQ(matrix.writes, (Registers{8, 9, 10, 11}));
  EXPECT_TRUE(matrix.complete);
}

TEST(Sass, RefusesWhatItCannotDecode) {
  const std::vector<std::byte> code(24);
  EXPECT_NE(decode_function(code, k_sm_80).error().what.find("24 bytes"), std::string::npos);
  EXPECT_NE(decode_function({}, {60, 0}).error().what.find("sm_60"), std::string::npos);
  EXPECT_TRUE(decode_function({}, k_sm_80)->empty());
}

TEST(Sass, TakesAnyBits) {
  std::mt19937_64 random(7);
  for (const Architecture architecture : {k_sm_75, k_sm_80, k_sm_90, k_sm_100, k_sm_120}) {
    for (int i = 0; i < 50'000; ++i) {
      const auto instruction = decode(architecture, random(), random(), 16);
      EXPECT_FALSE(instruction.name.empty());
      register_use(instruction, architecture);
    }
  }
}

}  // namespace sass_test
}  // namespace whet
