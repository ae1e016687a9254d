#include "optimize/ablation/edits.h"

#include <gtest/gtest.h>

namespace whet {
namespace edits_test {

TEST(Edits, EachChangedRunOfLinesIsOne) {
  const auto edits = find_edits("a\nb\nc\nd\n", "a\nB\nc\nD\nE\n");
  ASSERT_EQ(edits.size(), 2u);
  EXPECT_EQ(edits[0].removed, "b\n");
  EXPECT_EQ(edits[0].added, "B\n");
  EXPECT_EQ(edits[1].candidate_line, 4u);
  EXPECT_EQ(edits[1].added, "D\nE\n");
}

TEST(Edits, TakenOutOneByOneTheyGiveTheParentsLinesBack) {
  const std::string parent = "a\nb\nc\nd\n", candidate = "a\nB\nc\nD\nE\n";
  const auto edits = find_edits(parent, candidate);
  EXPECT_EQ(without(edits[0], candidate), "a\nb\nc\nD\nE\n");
  EXPECT_EQ(without(edits[1], candidate), "a\nB\nc\nd\n");
  // From the back, so that those before keep their places.
  EXPECT_EQ(without(edits[0], without(edits[1], candidate)), parent);
}

TEST(Edits, InsertedAndRemovedLinesAreEditsToo) {
  const std::string parent = "a\nold\nb\nc\n", candidate = "a\nb\nnew\nc\n";
  const auto edits = find_edits(parent, candidate);
  ASSERT_EQ(edits.size(), 2u);
  EXPECT_EQ(without(edits[0], candidate), "a\nold\nb\nnew\nc\n");
  EXPECT_EQ(without(edits[1], candidate), "a\nb\nc\n");
}

TEST(Edits, ABraceBetweenTwoChangesDoesNotPartThem) {
  const std::string parent = "for (a) {\n  x;\n}\ny;\nz;\n", candidate = "for (a) {\n  X;\n}\nY;\nz;\n";
  const auto edits = find_edits(parent, candidate);
  ASSERT_EQ(edits.size(), 1u);
  EXPECT_EQ(edits[0].added, "  X;\n}\nY;\n");
  EXPECT_EQ(without(edits[0], candidate), parent);
}

TEST(Edits, OtherBlanksAreNone) {
  EXPECT_TRUE(find_edits("a b\nc\n", "a  b\n\nc\n").empty());
  EXPECT_TRUE(find_edits("same\n", "same\n").empty());
}

TEST(Edits, ALastLineWithoutItsEndIsTakenOut) {
  const std::string parent = "a\nb", candidate = "a\nc\nd";
  const auto edits = find_edits(parent, candidate);
  ASSERT_EQ(edits.size(), 1u);
  EXPECT_EQ(without(edits[0], candidate), parent);
}

TEST(Edits, AreDescribedByTheirPlaceAndFirstLine) {
  const auto edits = find_edits("a\nb\n", "a\n  const float4 v = *p;\n  use(v);\nb\n");
  ASSERT_EQ(edits.size(), 1u);
  EXPECT_EQ(describe(edits[0]), "line 2: +2 -0  const float4 v = *p;");
}

}  // namespace edits_test
}  // namespace whet
