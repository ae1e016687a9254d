// Tables by size as files: what is read, what is written again, what is refused.
#include "write/launcher/size_table.h"

#include <gtest/gtest.h>

namespace whet::write {
namespace size_table_test {

const std::string k_ranges = R"(architecture = 90
otherwise = "original"
times = "modelled, confirmed"
by = "n"

[[row]]
up_to = 512
kernel = "dispatch_003.cu"

[[row]]
kernel = "original"
)";

const std::string k_nearest = R"(
[[row]]
at = { cols = 64, rows = 1000 }
kernel = "original"

[[row]]
at = { cols = 4096, rows = 1 }
kernel = "wide.cu"
)";

std::string reason_of(const std::string& text) {
  const auto table = parse_size_table(text, "dispatch.toml");
  return table ? "" : table.error().what;
}

TEST(SizeTable, IsReadAsItWasWritten) {
  for (const std::string& text : {k_ranges, k_nearest}) {
    const auto table = parse_size_table(text, "dispatch.toml");
    ASSERT_TRUE(table) << describe(table.error());
    EXPECT_EQ(toml_of(*table), text);
  }
}

TEST(SizeTable, NamesEachKernelOnceAndTheOriginalLast) {
  EXPECT_EQ(parse_size_table(k_ranges, "f")->kernels(), (std::vector<std::string>{"dispatch_003.cu", "original"}));
  EXPECT_EQ(parse_size_table(k_nearest, "f")->kernels(), (std::vector<std::string>{"wide.cu", "original"}));
}

TEST(SizeTable, RangesAscendAndTheLastHasNoEnd) {
  const std::string a = "[[row]]\nup_to = 8\nkernel = \"a.cu\"\n", b = "[[row]]\nup_to = 8\nkernel = \"b.cu\"\n",
                    rest = "[[row]]\nkernel = \"c.cu\"\n", by = "by = \"n\"\n";
  EXPECT_EQ(reason_of(by + a + rest), "");
  EXPECT_EQ(reason_of(by + a + b), "row 2 of 2 has `up_to`");
  EXPECT_EQ(reason_of(by + rest + a), "row 1 of 2 lacks `up_to`");
  EXPECT_EQ(reason_of(by + a + b + rest), "row 2 ends at 8, before it begins");
  EXPECT_EQ(reason_of(by + "[[row]]\nup_to = -1\nkernel = \"a.cu\"\n" + rest), "`up_to` is no size");
}

TEST(SizeTable, RowsOfTheNearestSizeNameTheSameSizes) {
  EXPECT_EQ(reason_of("[[row]]\nat = { n = 1 }\nkernel = \"a.cu\"\n[[row]]\nat = { m = 1 }\nkernel = \"b.cu\"\n"),
            "row 2 names other sizes than the first");
  EXPECT_EQ(reason_of("[[row]]\nkernel = \"a.cu\"\n"), "a row says neither a range nor a size");
}

TEST(SizeTable, WhatHelpsNobodyIsRefused) {
  EXPECT_EQ(reason_of(""), "the table has no row");
  EXPECT_EQ(reason_of("by = \"n\"\n[[row]]\nkernel = \"original\"\n"), "the table keeps the original for every size");
  EXPECT_EQ(reason_of("architecture = 90\nby = \"n\"\n[[row]]\nkernel = \"a.cu\"\n"),
            "the table does not say for which GPU it is, and what others run");
  EXPECT_EQ(reason_of("by = \"n\"\n[[row]]\nkernel = \"a\\nint x;\"\n"),
            "a text has a backslash or a control character");
}

}  // namespace size_table_test
}  // namespace whet::write
