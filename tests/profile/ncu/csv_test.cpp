#include "profile/ncu/csv.h"

#include <gtest/gtest.h>

namespace csv_test {

using namespace whet;

using Rows = std::vector<std::vector<std::string>>;

Rows read_all(std::string_view text) {
  CsvReader reader(text, "t.csv");
  CsvRow row;
  Rows rows;
  while (true) {
    const auto more = reader.next(row);
    EXPECT_TRUE(more.ok());
    if (!more || !*more) return rows;
    rows.push_back(row.fields);
  }
}

Error read_error(std::string_view text) {
  CsvReader reader(text, "t.csv");
  CsvRow row;
  while (true) {
    const auto more = reader.next(row);
    if (!more) return more.error();
    if (!*more) return {};
  }
}

TEST(Csv, QuotedFieldsMayHoldCommasQuotesAndLineBreaks) {
  EXPECT_EQ(read_all("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\nx,,\n"),
            (Rows{{"a,b", "say \"hi\"", "two\nlines"}, {"x", "", ""}}));
}

TEST(Csv, LinesMayEndInCrLf) {
  EXPECT_EQ(read_all("a,b\r\n\"c\",d\r\n"), (Rows{{"a", "b"}, {"c", "d"}}));
}

TEST(Csv, TheLastLineNeedsNoEnd) {
  EXPECT_EQ(read_all("a,\"b\""), (Rows{{"a", "b"}}));
  EXPECT_EQ(read_all("a,"), (Rows{{"a", ""}}));
}

TEST(Csv, EmptyLinesAndLinesOfTheProfilerAreSkipped) {
  EXPECT_EQ(read_all("a\n\n==PROF== \"x\n\r\nb\n==PROF== end"), (Rows{{"a"}, {"b"}}));
}

TEST(Csv, ARowKnowsItsFirstLine) {
  CsvReader reader("a\n\"b\n\nb\"\nc\n", "t.csv", 10);
  CsvRow row;
  std::vector<int> lines;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(*reader.next(row));
    lines.push_back(row.line);
  }
  EXPECT_EQ(lines, (std::vector{10, 11, 14}));
}

TEST(Csv, AFileCutInsideQuotesNamesTheLineWhereTheyOpen) {
  const Error error = read_error("a,b\nc,\"d\ne,f\n");
  EXPECT_EQ(error.where, "t.csv:2");
  EXPECT_NE(error.what.find("cut off"), std::string::npos);
}

TEST(Csv, TextAfterAClosingQuoteIsAnError) {
  EXPECT_EQ(read_error("\"a\"b,c\n").where, "t.csv:1");
}

TEST(Csv, AQuoteInsideAnUnquotedFieldIsAnError) {
  EXPECT_EQ(read_error("x\nab\"c\"\n").where, "t.csv:2");
}

TEST(Csv, ARowOfTooManyFieldsIsAnError) {
  EXPECT_EQ(read_error("x\n" + std::string(100'000, ',')).where, "t.csv:2");
}

}  // namespace csv_test
