// Variables and what they start with.
#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

namespace declaration_test {

using test::k_head;
using test::parsed;

Variable variable(const std::string& declaration) {
  const Module module = parsed(std::string(k_head) + ".global .b32 other; .func f(); " + declaration);
  EXPECT_EQ(module.variables.size(), 2u);
  return module.variables.empty() ? Variable() : module.variables.back();
}

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

TEST(Declarations, GiveSizeAlignmentAndSpace) {
  const Variable array = variable(".shared .align 16 .b8 tile[4224];");
  EXPECT_EQ(array.space, Space::shared);
  EXPECT_EQ(array.bytes, 4224u);
  EXPECT_EQ(array.align, 16u);
  EXPECT_EQ(variable(".global .u64 x;").align, 8u);
  EXPECT_EQ(variable(".const .f32 x[2][3];").bytes, 24u);
  EXPECT_EQ(variable(".const .f32 x[2][3];").space, Space::constant);
  EXPECT_EQ(variable(".global .b8 x[2*(3+1)];").bytes, 8u);
}

TEST(Declarations, OfVectorsCountAllElements) {
  const Variable vector = variable(".global .v4 .f32 x[2];");
  EXPECT_EQ(vector.bytes, 32u);
  EXPECT_EQ(vector.align, 16u);
  EXPECT_EQ(vector.type, Type::f32);
}

TEST(Declarations, OfDynamicSharedMemoryHaveNoSize) {
  const Variable dynamic = variable(".extern .shared .align 16 .b8 x[];");
  EXPECT_TRUE(dynamic.is_extern);
  EXPECT_EQ(dynamic.bytes, 0u);
}

TEST(Declarations, MayHaveAttributesAndLinkage) {
  EXPECT_EQ(variable(".visible .global .attribute(.managed) .align 4 .u32 m;").bytes, 4u);
  EXPECT_EQ(variable(".weak .global .align 4 .u32 m;").name, "m");
  EXPECT_EQ(variable(".common .global .align 4 .u32 m;").name, "m");
}

TEST(Initialisers, OfBytesAreCopied) {
  EXPECT_EQ(variable(".global .b8 x[6] = {104, 105, -1};").initial, bytes({104, 105, 255}));
}

TEST(Initialisers, LeaveOutZerosAtTheEnd) {
  EXPECT_EQ(variable(".global .u32 x[4] = {1, 0, 2, 0};").initial, bytes({1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}));
}

TEST(Initialisers, FillRowsWithZeros) {
  EXPECT_EQ(variable(".global .u8 x[2][3] = {{1}, {2, 3}};").initial, bytes({1, 0, 0, 2, 3}));
  EXPECT_EQ(variable(".global .u8 x[4] = {1,2,{3,4}};").bytes, 4u);
}

TEST(Initialisers, GiveTheSizeOfAnOpenArray) {
  const Variable open = variable(".global .u16 x[] = {1, 2, 3};");
  EXPECT_EQ(open.bytes, 6u);
}

TEST(Initialisers, TakeFloatsOfEveryForm) {
  EXPECT_EQ(variable(".global .f32 x = 0f3F800000;").initial, bytes({0, 0, 128, 63}));
  EXPECT_EQ(variable(".global .f32 x = 1.0;").initial, bytes({0, 0, 128, 63}));
  EXPECT_EQ(variable(".global .f32 x = 1;").initial, bytes({0, 0, 128, 63}));
  EXPECT_EQ(variable(".global .f64 x = 0d4000000000000000;").initial, bytes({0, 0, 0, 0, 0, 0, 0, 64}));
  EXPECT_EQ(variable(".global .f64 x = 0f40000000;").initial, bytes({0, 0, 0, 0, 0, 0, 0, 64}));
  EXPECT_EQ(variable(".global .b32 x = 0f3F800000;").initial, bytes({0, 0, 128, 63}));
}

TEST(Initialisers, TakeStrings) {
  const Variable text = variable(".global .b8 x[] = \"hi\";");
  EXPECT_EQ(text.initial, "hi");
  EXPECT_EQ(text.bytes, 3u);
}

TEST(Initialisers, KeepAddressesAsRelocations) {
  const Variable table = variable(".global .u64 x[4] = {1, generic(other)+8, f, other-4};");
  ASSERT_EQ(table.relocations.size(), 3u);
  const Relocation& first = table.relocations[0];
  EXPECT_EQ(first.offset, 8u);
  EXPECT_EQ(first.bytes, 8);
  EXPECT_EQ(first.symbol, "other");
  EXPECT_EQ(first.addend, 8);
  EXPECT_TRUE(first.generic);
  EXPECT_EQ(table.relocations[1].symbol, "f");
  EXPECT_FALSE(table.relocations[1].generic);
  EXPECT_EQ(table.relocations[2].addend, -4);
}

TEST(Initialisers, JoinTheBytesOfAMaskedAddress) {
  const Variable packed = variable(
      ".global .b8 x[9] = {7, 0xFF(generic(other)+4), 0xFF00(generic(other)+4), 0xFF0000(generic(other)+4), "
      "0xFF000000(generic(other)+4), 0xFF00000000(generic(other)+4), 0xFF0000000000(generic(other)+4), "
      "0xFF000000000000(generic(other)+4), 0xFF00000000000000(generic(other)+4)};");
  ASSERT_EQ(packed.relocations.size(), 1u);
  EXPECT_EQ(packed.relocations[0].offset, 1u);
  EXPECT_EQ(packed.relocations[0].bytes, 8);
  EXPECT_EQ(packed.relocations[0].addend, 4);
  EXPECT_TRUE(packed.relocations[0].generic);
}

}  // namespace declaration_test

}  // namespace whet::ptx
