#include "ptx/types.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace whet::ptx {

TEST(Types, AreReadByName) {
  EXPECT_EQ(parse_type("f16x2"), Type::f16x2);
  EXPECT_EQ(parse_type("b1"), Type::b1);
  EXPECT_EQ(parse_type("v2"), std::nullopt);
  EXPECT_EQ(parse_type("none"), std::nullopt);
  EXPECT_EQ(name_of(Type::ue8m0x2), "ue8m0x2");
}

TEST(Types, HaveASizeAndAKind) {
  EXPECT_EQ(bytes_of(Type::f16x2), 4);
  EXPECT_EQ(bytes_of(Type::b128), 16);
  EXPECT_EQ(bytes_of(Type::s4), 1);
  EXPECT_EQ(bytes_of(Type::pred), 0);
  EXPECT_TRUE(is_signed(Type::s16x2));
  EXPECT_FALSE(is_signed(Type::u64));
  EXPECT_TRUE(is_float(Type::bf16x2));
  EXPECT_FALSE(is_float(Type::b32));
}

TEST(Types, OfAnInstructionAreCountedFromTheLeft) {
  const Instruction convert = test::instruction("cvt.rn.f32.s32 %f1, %r1;");
  EXPECT_EQ(convert.type(), Type::f32);
  EXPECT_EQ(convert.type(1), Type::s32);
  EXPECT_EQ(convert.type(2), Type::none);
  EXPECT_EQ(convert.type_count(), 2);
  EXPECT_EQ(test::instruction("setp.lt.and.f32 %p1, %f1, %f2, %p2;").type(), Type::f32);
  EXPECT_EQ(test::instruction("ld.global.v2.f32 {%f1,%f2}, [%rd1];").type_count(), 1);
}

}  // namespace whet::ptx
