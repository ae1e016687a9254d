#include "source/text/includes.h"

#include <gtest/gtest.h>

namespace whet {
namespace includes_test {

TEST(IncludeLines, QuotedAngledAndSpaced) {
  const auto includes =
      find_includes("#include \"a/b.h\" // why\n  #  include<c>\n// #include \"no.h\"\n\"#include <no.h>\";");
  ASSERT_EQ(includes.files.size(), 2u);
  EXPECT_EQ(includes.files[0].name, "a/b.h");
  EXPECT_TRUE(includes.files[0].quoted);
  EXPECT_EQ(includes.files[1].name, "c");
  EXPECT_EQ(includes.files[1].line, 2);
  EXPECT_FALSE(includes.computed);
}

TEST(IncludeLines, AMacroAsNameIsComputed) {
  EXPECT_TRUE(find_includes("#include HEADER").computed);
  EXPECT_TRUE(find_includes("#include_next <a.h>").computed);
}

TEST(IncludeLines, QueriesCountAsIncludes) {
  const auto includes = find_includes("#if __has_include(<a.h>) && __has_include ( \"b.h\" )\n#endif");
  ASSERT_EQ(includes.files.size(), 2u);
  EXPECT_EQ(includes.files[1].name, "b.h");
}

}  // namespace includes_test
}  // namespace whet
