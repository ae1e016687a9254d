#include "source/kernel/instance.h"

#include <gtest/gtest.h>

namespace whet {
namespace instance_test {

TEST(Instance, ArgumentsTakeThePlaceOfParameters) {
  const auto arguments = template_arguments("typename T, int BS = 4 * 32, class U = T", "<std::pair<int, float>, 64>");
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0].value, "std::pair<int, float>");
  EXPECT_TRUE(arguments[0].is_type);
  EXPECT_EQ(arguments[1].value, "64");
  EXPECT_EQ(arguments[2].value, "T");
  EXPECT_EQ(instantiated("const T* in, int TT, float (&x)[BS]", arguments),
            "const std::pair<int, float>* in, int TT, float (&x)[64]");
}

TEST(Instance, WhatIsLeftOpenIsNoInstance) {
  EXPECT_TRUE(template_arguments("typename T, int BS", "<float>").empty());
  EXPECT_TRUE(template_arguments("typename T", "").empty());
  EXPECT_EQ(template_arguments("typename T, int BS = 32", "<float>").size(), 2u);
}

}  // namespace instance_test
}  // namespace whet
