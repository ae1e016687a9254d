#include "profile/ncu/number.h"

#include <gtest/gtest.h>

namespace number_test {

using namespace whet;

std::optional<double> with_point(std::string_view text) {
  return parse_ncu_number(text, DecimalMark::point);
}
std::optional<double> with_comma(std::string_view text) {
  return parse_ncu_number(text, DecimalMark::comma);
}

Result<DecimalMark> decided(const std::vector<std::string>& numbers) {
  DecimalEvidence evidence;
  int line = 1;
  for (const std::string& number : numbers) evidence.see(number, ++line);
  return evidence.decide("t.csv");
}

TEST(NcuNumber, DigitsMayBeGroupedByWhatIsNotTheDecimalMark) {
  EXPECT_EQ(with_point("1,234,567.89"), 1234567.89);
  EXPECT_EQ(with_point("1'234'567.89"), 1234567.89);
  EXPECT_EQ(with_point("12,34,567"), 1234567);
  EXPECT_EQ(with_comma("1.234.567,89"), 1234567.89);
  EXPECT_EQ(with_comma("1\xE2\x80\xAF"
                       "234,5"),
            1234.5);
}

TEST(NcuNumber, SignsExponentsAndInstancesAreRead) {
  EXPECT_EQ(with_point("-1.8e-05"), -1.8e-05);
  EXPECT_EQ(with_point("2E+3"), 2000);
  EXPECT_EQ(with_point("48 (16; 16; 16)"), 48);
  EXPECT_EQ(with_point(" 7 "), 7);
}

TEST(NcuNumber, OtherTextsAreNoNumbers) {
  for (const char* text : {"", "CachePreferNone", "1,2,3", "1234,567", "1.2.3", "(256, 1, 1)", "1e", "1e99999", "12x",
                           ".5", "5.", "--1", "1,23", "0x10", "e5", ","}) {
    EXPECT_EQ(with_point(text), std::nullopt) << text;
  }
}

TEST(NcuNumber, ValuesThatWereNotCollectedAreTold) {
  for (const char* text : {"", "n/a", "N/A", "nan", "-nan", "inf", "(!) n/a", "(!) nan", "no data", " "})
    EXPECT_TRUE(is_absent_value(text)) << text;
  EXPECT_FALSE(is_absent_value("0"));
  EXPECT_FALSE(is_absent_value("none"));
}

TEST(NcuNumber, OneClearNumberDecidesForTheFile) {
  EXPECT_EQ(*decided({"1.234", "46.47"}), DecimalMark::point);
  EXPECT_EQ(*decided({"1.234", "46,47"}), DecimalMark::comma);
  EXPECT_EQ(*decided({"1.234", "0.152"}), DecimalMark::point);
  EXPECT_EQ(*decided({"1.234", "-0,152"}), DecimalMark::comma);
  EXPECT_EQ(*decided({"1.234", "1.234.567"}), DecimalMark::comma);
  EXPECT_EQ(*decided({"1.234", "1,234,567"}), DecimalMark::point);
}

TEST(NcuNumber, UngroupedDigitsMakeAPointDecimal) {
  EXPECT_EQ(*decided({"1.234", "262144"}), DecimalMark::point);
}

TEST(NcuNumber, GroupsByCommaAreTheDefault) {
  EXPECT_EQ(*decided({"4,096"}), DecimalMark::point);
  EXPECT_EQ(*decided({"12", "n/a", "PolicySpread"}), DecimalMark::point);
}

TEST(NcuNumber, APointWithTwoReadingsIsRefusedWithItsLine) {
  const auto mark = decided({"12", "47.000"});
  ASSERT_FALSE(mark.ok());
  EXPECT_EQ(mark.error().where, "t.csv:3");
  EXPECT_NE(mark.error().what.find("`47.000`"), std::string::npos);
  EXPECT_NE(mark.error().mend.find("LC_ALL=C"), std::string::npos);
}

TEST(NcuNumber, NumbersThatContradictOneAnotherAreRefused) {
  const auto mark = decided({"46.47", "46,47"});
  ASSERT_FALSE(mark.ok());
  EXPECT_EQ(mark.error().where, "t.csv:3");
  EXPECT_NE(mark.error().what.find("line 2"), std::string::npos);
}

}  // namespace number_test
