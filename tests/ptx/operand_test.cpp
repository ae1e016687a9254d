// Every form of operand that the compiler or inline assembly writes.
#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

namespace operand_test {

using test::instruction;
using test::kernel;
using Kind = Operand::Kind;

Operand operand(const std::string& text, size_t which) {
  const Instruction read = instruction(text);
  EXPECT_LT(which, read.operands.size()) << text;
  return which < read.operands.size() ? read.operands[which] : Operand();
}

uint64_t immediate(const std::string& text) {
  const Operand read = operand("mov.b64 %rd1, " + text + ";", 1);
  EXPECT_EQ(read.kind, Kind::immediate) << text;
  return read.value;
}

TEST(Operands, Registers) {
  const Function function = kernel("add.s32 %r1, %r39, %r1;");
  const auto& operands = function.body[0].operands;
  ASSERT_EQ(operands.size(), 3u);
  EXPECT_EQ(operands[0].kind, Kind::reg);
  EXPECT_EQ(operands[0].index, operands[2].index);
  EXPECT_EQ(function.registers[operands[1].index].name, "%r39");
  EXPECT_EQ(function.registers[operands[1].index].type, Type::b32);
}

TEST(Operands, OnlyRegistersThatAreUsedCount) {
  EXPECT_EQ(kernel("mov.u32 %r7, 1;").registers.size(), 1u);
}

TEST(Operands, IntegersOfEveryForm) {
  EXPECT_EQ(immediate("12"), 12u);
  EXPECT_EQ(immediate("-12"), ~uint64_t{0} - 11);
  EXPECT_EQ(immediate("0x1FU"), 31u);
  EXPECT_EQ(immediate("017"), 15u);
  EXPECT_EQ(immediate("0b101"), 5u);
  EXPECT_EQ(immediate("18446744073709551615"), ~uint64_t{0});
  EXPECT_EQ(immediate("-9223372036854775808"), uint64_t{1} << 63);
  EXPECT_EQ(immediate("WARP_SZ"), 32u);
  EXPECT_EQ(immediate("2 * 3 + (1 << 4) - ~0"), 23u);
  EXPECT_EQ(immediate("7 % 4 | 8"), 11u);
}

TEST(Operands, FloatsAsBitPatterns) {
  EXPECT_EQ(immediate("0f3F800000"), 0x3f800000u);
  EXPECT_EQ(immediate("0d4000000000000000"), 0x4000000000000000u);
  EXPECT_TRUE(operand("mov.f32 %f1, 0f3F800000;", 1).is_float);
  EXPECT_EQ(operand("mov.f32 %f1, 1.5;", 1).value, 0x3fc00000u);
  EXPECT_EQ(operand("mov.f64 %rd1, -1.5;", 1).value, 0xbff8000000000000u);
  EXPECT_EQ(operand("mov.f32 %f1, -0f3F800000;", 1).value, 0xbf800000u);
}

TEST(Operands, SpecialRegisters) {
  for (const char* name : {"tid.x", "ctaid.z", "laneid", "clock64", "envreg3", "lanemask_lt", "cluster_ctaid.y"}) {
    const Operand read = operand("mov.u32 %r1, %" + std::string(name) + ";", 1);
    EXPECT_EQ(read.kind, Kind::special);
    EXPECT_EQ(read.name, name);
  }
}

TEST(Operands, Addresses) {
  const Operand plain = operand("ld.global.f32 %f1, [%rd1];", 1);
  EXPECT_EQ(plain.kind, Kind::address);
  EXPECT_EQ(plain.base_kind, Kind::reg);
  EXPECT_EQ(plain.value, 0u);
  EXPECT_EQ(operand("ld.global.f32 %f1, [%rd1+-8];", 1).value, ~uint64_t{0} - 7);
  EXPECT_EQ(operand("ld.global.f32 %f1, [%rd1-8];", 1).value, ~uint64_t{0} - 7);
  EXPECT_EQ(operand("ld.global.f32 %f1, [%rd1+4*3];", 1).value, 12u);
  const Operand symbol = operand("ld.param.u32 %r1, [n+4];", 1);
  EXPECT_EQ(symbol.base_kind, Kind::symbol);
  EXPECT_EQ(symbol.name, "n");
  EXPECT_EQ(symbol.value, 4u);
  const Operand absolute = operand("ld.global.f32 %f1, [64];", 1);
  EXPECT_EQ(absolute.base_kind, Kind::immediate);
  EXPECT_EQ(absolute.value, 64u);
}

TEST(Operands, TensorAddressesHoldTheirCoordinates) {
  const Operand read = operand("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r1,%r2}], [%r3];", 0);
  EXPECT_EQ(read.kind, Kind::address);
  ASSERT_EQ(read.elements.size(), 2u);
  EXPECT_EQ(read.elements[1].kind, Kind::reg);
}

TEST(Operands, Vectors) {
  const Operand read = operand("ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1];", 0);
  EXPECT_EQ(read.kind, Kind::vector);
  ASSERT_EQ(read.elements.size(), 4u);
  EXPECT_EQ(read.elements[1].kind, Kind::sink);
  EXPECT_EQ(operand("mov.b64 %rd1, {%r1, 0};", 1).elements[1].kind, Kind::immediate);
}

TEST(Operands, PairsAndNegations) {
  const Instruction read = instruction("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;");
  EXPECT_EQ(read.operands[0].kind, Kind::pair);
  ASSERT_EQ(read.operands[0].elements.size(), 2u);
  EXPECT_TRUE(read.operands[3].negated);
  EXPECT_EQ(instruction("elect.sync _|%p1, -1;").operands[0].elements[0].kind, Kind::sink);
}

TEST(Operands, PartsOfRegisters) {
  const Instruction read = instruction("vadd.s32.u32.s32.sat %r1, %r2.b3, %r3.h1;");
  EXPECT_EQ(read.operands[1].name, "b3");
  EXPECT_EQ(read.operands[2].name, "h1");
  EXPECT_EQ(read.operands[0].name, "");
}

TEST(Operands, VectorRegistersByElement) {
  const Function function = kernel(".reg .v4 .f32 %v; mov.f32 %v.y, %f1; st.global.v4.f32 [%rd1], %v;");
  const auto& one = function.body[0].operands[0];
  EXPECT_EQ(function.registers[one.index].name, "%v.y");
  const auto& all = function.body[1].operands[1];
  EXPECT_EQ(all.kind, Kind::vector);
  ASSERT_EQ(all.elements.size(), 4u);
  EXPECT_EQ(all.elements[1].index, one.index);
}

TEST(Operands, GuardsWithAndWithoutNegation) {
  const Function function = kernel("@%p1 mov.u32 %r1, 1; @!%p1 mov.u32 %r1, 2; mov.u32 %r1, 3;");
  EXPECT_EQ(function.registers[function.body[0].guard].name, "%p1");
  EXPECT_FALSE(function.body[0].guard_negated);
  EXPECT_TRUE(function.body[1].guard_negated);
  EXPECT_EQ(function.body[2].guard, k_none);
}

TEST(Operands, ModifiersStayWords) {
  const Instruction read = instruction("ld.global.L1::evict_last.L2::128B.v2.f32 {%f1,%f2}, [%rd1];");
  EXPECT_EQ(read.opcode, "ld");
  EXPECT_TRUE(read.has("L2::128B"));
  EXPECT_EQ(read.full_opcode(), "ld.global.L1::evict_last.L2::128B.v2.f32");
}

}  // namespace operand_test

}  // namespace whet::ptx
