// Differences of texts: the shortest, in the format that `patch` reads, and enough to make the one from the other.
#include "util/text/text_diff.h"

#include <gtest/gtest.h>

#include <random>

namespace whet {

namespace text_diff_test {

using Kind = DiffLine::Kind;

std::string side(const std::vector<DiffLine>& lines, Kind left_out) {
  std::string text;
  for (const DiffLine& line : lines) {
    if (line.kind != left_out) text += line.text;
  }
  return text;
}

size_t changes(const std::vector<DiffLine>& lines) {
  size_t count = 0;
  for (const DiffLine& line : lines) count += line.kind != Kind::same;
  return count;
}

// Length of the longest common subsequence by the textbook's table.
size_t common_lines(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.size()][b.size()];
}

std::string as_lines(const std::string& letters) {
  std::string text;
  for (const char letter : letters) text += std::string(1, letter) + "\n";
  return text;
}

TEST(TextDiff, EqualTextsHaveNone) {
  EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n", "x", "y"), "");
  EXPECT_EQ(unified_diff("", "", "x", "y"), "");
}

TEST(TextDiff, AChangedLineStandsBetweenItsNeighbours) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "a.cu", "b.cu"),
            "--- a.cu\n+++ b.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(TextDiff, DistantChangesAreHunksOfTheirOwnAndNearOnesShareOne) {
  std::string before, far, near;
  for (int i = 0; i < 40; ++i) {
    before += std::to_string(i) + "\n";
    far += (i == 5 || i == 30 ? "x" : "") + std::to_string(i) + "\n";
    near += (i == 5 || i == 11 ? "x" : "") + std::to_string(i) + "\n";
  }
  EXPECT_EQ(diff_hunks(before, far).size(), 2U);
  EXPECT_EQ(diff_hunks(before, near).size(), 1U);
}

TEST(TextDiff, AnEmptySideIsLineZero) {
  EXPECT_EQ(unified_diff("", "a\nb\n", "x", "y"), "--- x\n+++ y\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  EXPECT_EQ(unified_diff("a\n", "", "x", "y"), "--- x\n+++ y\n@@ -1 +0,0 @@\n-a\n");
}

TEST(TextDiff, AMissingLineEndIsADifferenceAndIsTold) {
  EXPECT_EQ(unified_diff("a\n", "a", "x", "y"), "--- x\n+++ y\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
}

TEST(TextDiff, IsTheShortestAndHoldsBothTexts) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string a(random() % 20, ' '), b(random() % 20, ' ');
    for (char& letter : a) letter = static_cast<char>('a' + random() % 4);
    for (char& letter : b) letter = static_cast<char>('a' + random() % 4);
    const std::string before = as_lines(a), after = as_lines(b);
    const auto lines = diff_lines(before, after);
    ASSERT_EQ(side(lines, Kind::added), before);
    ASSERT_EQ(side(lines, Kind::removed), after);
    ASSERT_EQ(changes(lines), a.size() + b.size() - 2 * common_lines(a, b)) << a << " " << b;
  }
}

TEST(TextDiff, TextsThatShareNothingAreStillTold) {
  std::string before = "same\n", after = "same\n";
  for (int i = 0; i < 20'000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  const auto lines = diff_lines(before, after);
  EXPECT_EQ(lines.front().kind, Kind::same);
  EXPECT_EQ(side(lines, Kind::added), before);
  EXPECT_EQ(side(lines, Kind::removed), after);
}

}  // namespace text_diff_test
}  // namespace whet
