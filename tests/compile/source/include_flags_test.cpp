// N10: directories and flags for the compiler, however they are written.
#include "compile/source/include_flags.h"

#include <gtest/gtest.h>

#include "compile/source/plain_paths.h"

namespace whet {
namespace include_flags_test {

using Words = std::vector<std::string>;

TEST(IncludeFlags, N10EveryWayToNameADirectoryIsKnown) {
  EXPECT_EQ(include_directories_of({"-Ia", "-I", "b", "-I=c", "--include-path=d", "--include-path", "e", "-isystem",
                                    "f", "-isystem=g", "--system-include=h"}),
            (Words{"a", "b", "c", "d", "e", "f", "g", "h"}));
  EXPECT_TRUE(include_directories_of({"-O3", "--include-paths", "-DI=3", "-I"}).empty());
}

TEST(IncludeFlags, N10TakingThemLeavesTheOthers) {
  Words flags = {"-w", "-I", "a b", "-Xptxas", "-v"};
  EXPECT_EQ(take_include_directories(flags), Words{"a b"});
  EXPECT_EQ(flags, (Words{"-w", "-Xptxas", "-v"}));
}

TEST(IncludeFlags, N10WordsArePartedAsAShellWould) {
  EXPECT_EQ(flag_words("-Xptxas  -O1 '-DNAME=a b' -D\"X=1 2\""), (Words{"-Xptxas", "-O1", "-DNAME=a b", "-DX=1 2"}));
  EXPECT_TRUE(flag_words("  ").empty());
  EXPECT_EQ(flag_words("''"), Words{""});
}

TEST(PlainPaths, R17OnlyWhatNoShellLooksAtIsPlain) {
  EXPECT_TRUE(is_plain_path("/home/me/a-b_c/k.cu"));
  for (const char* path : {"a b", "a\"b", "a$b", "a,b", "a`b`", "a(b)", "a'b", "ü"}) EXPECT_FALSE(is_plain_path(path));
  EXPECT_EQ(plain_name_of("a \"b\"/k.cu"), "a _b_/k.cu");
}

}  // namespace include_flags_test
}  // namespace whet
