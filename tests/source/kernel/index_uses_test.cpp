#include "source/kernel/index_uses.h"

#include <gtest/gtest.h>

#include "util/text.h"

namespace whet {
namespace index_uses_test {

std::string uses_of(const std::string& body) {
  const std::string source =
      "__global__ void f(const int* p, const int* q, const float* v, const float* x) {\n" + body + "\n}\n";
  const Outline read = outline(source);
  std::string text;
  for (const IndexUse& use : find_index_uses(read.code, read.declarations.front(), {"p", "q", "v", "x"}))
    text += use.array + (use.is_offsets ? " offsets into " : " places in ") + join(use.into, "+") +
            (use.parts.empty() ? "" : " by " + use.parts) + "; ";
  return text;
}

TEST(IndexUses, RowsOfASparseMatrix) {
  const std::string wanted = "p offsets into q+v; q places in x by p; ";
  EXPECT_EQ(uses_of("for (int j = p[r]; j < p[r + 1]; j++) s += v[j] * x[q[j]];"), wanted);
  EXPECT_EQ(uses_of("const int begin = p[r], end = p[r + 1];\nfor (int j = begin; j < end; ++j) s += v[j] * x[q[j]];"),
            wanted);
  EXPECT_EQ(uses_of("for (int j = p[r] + lane; j < p[r + 1]; j += 32) s += v[j] * x[q[j]];"), wanted);
}

TEST(IndexUses, PlacesAlone) {
  EXPECT_EQ(uses_of("s = x[q[i]];"), "q places in x; ");
  EXPECT_EQ(uses_of("int at = q[i]; s = x[at * 4 + 1];"), "q places in x; ");
}

TEST(IndexUses, WhatIsBroughtIntoRangeMayHoldAnything) {
  EXPECT_EQ(uses_of("s = x[q[i] % 16];"), "");
  EXPECT_EQ(uses_of("int at = q[i]; s = x[min(at, 15)];"), "");
  EXPECT_EQ(uses_of("s = x[q[i] >> 3];"), "");
}

TEST(IndexUses, NeighboursThatDelimitNothingLeadNowhere) {
  EXPECT_EQ(uses_of("s = v[i] + v[i + 1];"), "v offsets into ; ");
  EXPECT_EQ(uses_of("s = v[i] * x[i];"), "");
}

}  // namespace index_uses_test
}  // namespace whet
