#include "util/text.h"

#include <gtest/gtest.h>

namespace whet {
namespace text_test {

TEST(Text, EditDistanceCountsInsertionsDeletionsAndSubstitutions) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(Text, NearNamesPutsThoseHoldingTheTextFirst) {
  EXPECT_EQ(near_names("h20", {"h100", "h200", "a100"}), (std::vector<std::string>{"h200", "h100"}));
}

TEST(Text, NearNamesForgivesCaseAndTypos) {
  EXPECT_EQ(near_names("NVCCC", {"nvcc", "nvrtc", "python"}).front(), "nvcc");
  EXPECT_TRUE(near_names("zzzzzz", {"nvcc", "nvrtc"}).empty());
}

TEST(Text, NearNamesGivesNoMoreThanAsked) {
  EXPECT_EQ(near_names("a", {"a1", "a2", "a3", "a4", "a5"}, 2), (std::vector<std::string>{"a1", "a2"}));
}

TEST(Text, JoinKeepsEmptyParts) {
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(join({"", "b", ""}, ","), ",b,");
  EXPECT_EQ(join({}, ","), "");
}

TEST(Text, SplitIsTheInverseOfJoin) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), std::vector<std::string_view>{""});
}

TEST(Text, TrimTakesSpaceFromBothEnds) {
  EXPECT_EQ(trim(" \t a b\n"), "a b");
  EXPECT_EQ(trim("  "), "");
}

TEST(Text, LowerLeavesOtherBytesAlone) {
  EXPECT_EQ(lower("ÄbC1"), "Äbc1");
}

TEST(Text, BytesAreShownInTheUnitThatFits) {
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(8192), "8.0 KiB");
  EXPECT_EQ(format_bytes(3.5 * 1024 * 1024), "3.5 MiB");
  EXPECT_EQ(format_bytes(139.5 * 1024 * 1024 * 1024), "139.5 GiB");
}

}  // namespace text_test
}  // namespace whet
