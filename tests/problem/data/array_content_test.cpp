#include "problem/data/array_content.h"

#include <gtest/gtest.h>

#include "problem/data/data.h"
#include "problem/data/edited_values.h"
#include "util/system/files.h"

namespace whet {
namespace array_content_test {

constexpr uint64_t k_large = 4 << 20;  // elements: contents of this size are compared by how they are made

ResolvedArgument argument(uint64_t count) {
  ResolvedArgument made;
  made.name = "in";
  made.count = count;
  made.bytes = 4 * count;
  made.shape = {count};
  made.fill = {FillKind::normal, 0, 1, {}, {}};
  return made;
}

// Leaves other bytes on the stack for what follows.
[[gnu::noinline]] int dirty(unsigned char value) {
  volatile unsigned char bytes[4096];
  for (volatile unsigned char& byte : bytes) byte = value;
  return bytes[77];
}

TEST(ArrayContent, WhatIsMadeAlikeHasOneName) {
  DiskFileSystem files;
  const auto made = [&](unsigned char before) {
    EXPECT_EQ(dirty(before), before);
    const ArrayContent fill = make_content(argument(k_large), 5, files).value();
    return ArrayContent::made_by(nudged_recipe(ElementType::f32, k_large, 3, 0x1p-23), fill);
  };
  const ArrayContent one = made(0x00), two = made(0xff);
  EXPECT_EQ(one.key(), two.key());
  EXPECT_EQ(one, two);
  EXPECT_FALSE(one.has_bytes()) << "nobody made it to find out";
  const ArrayContent other = ArrayContent::made_by(nudged_recipe(ElementType::f32, k_large, 4, 0x1p-23), one.base());
  EXPECT_FALSE(one == other);
}

TEST(ArrayContent, SmallOnesAreComparedByTheirBytes) {
  DiskFileSystem files;
  const ArrayContent made = make_content(argument(100), 5, files).value();
  EXPECT_EQ(made, ArrayContent(made.bytes()));
  EXPECT_EQ(made.key(), ArrayContent(made.bytes()).key());
}

TEST(ArrayContent, SomeOfItsValuesAreThoseOfTheWhole) {
  DiskFileSystem files;
  const ArrayContent some = make_content(argument(1001), 5, files).value();
  const std::vector<double> few = some.values(ElementType::f32, 7);
  const std::vector<double> all = decode_elements(ElementType::f32, some);
  ASSERT_EQ(few.size(), 143u);
  for (size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], all[7 * i]);
}

}  // namespace array_content_test
}  // namespace whet
