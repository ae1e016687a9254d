#include "hardware/fact_sheet.h"

#include <gtest/gtest.h>

namespace whet {
namespace fact_sheet_test {

const SourceIds k_sources{"S1", "S2"};

Result<std::vector<Fact>> facts_of(const std::string& text) {
  return parse_facts(text, k_sources, "gpus/x.toml");
}

// The error of a sheet that must not load, as the user reads it.
std::string refusal(const std::string& text) {
  const auto facts = facts_of(text);
  return facts ? "loaded" : describe(facts.error());
}

TEST(FactSheet, AValueKeepsUnitSourceNoteAndConflicts) {
  const auto facts = facts_of(
      "[l2]\nvalue = 60\nunit = \"MiB\"\nsource = \"S1\"\nnote = \"as read\"\nderived = \"a + b\"\n"
      "conflicts = [\n  { value = 50, source = \"S2\", note = \"older\" },\n]\n");
  ASSERT_TRUE(facts.ok());
  const Fact& l2 = facts->at(0);
  EXPECT_EQ(l2.name, "l2");
  EXPECT_EQ(l2.number(), 60);
  EXPECT_EQ(l2.unit, "MiB");
  EXPECT_EQ(l2.source, "S1");
  EXPECT_EQ(l2.note, "as read");
  EXPECT_EQ(l2.derived, "a + b");
  ASSERT_EQ(l2.conflicts.size(), 1u);
  EXPECT_EQ(as_number(l2.conflicts[0].value), 50);
  EXPECT_EQ(l2.conflicts[0].source, "S2");
  EXPECT_EQ(l2.conflicts[0].note, "older");
}

TEST(FactSheet, ValuesAreNumbersTextsOrLists) {
  const auto facts = facts_of(
      "[a]\nvalue = 1.5\nunit = \"W\"\nsource = \"S1\"\n[b]\nvalue = \"HBM3\"\nunit = \"-\"\nsource = \"S1\"\n"
      "[c]\nvalue = [1, 2.5]\nunit = \"KiB\"\nsource = \"S1\"\n[d]\nvalue = [\"x\", \"y\"]\nunit = \"-\"\nsource = "
      "\"S1\"\n");
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(value_text(facts->at(0).value), "1.5");
  EXPECT_EQ(value_text(facts->at(1).value), "HBM3");
  EXPECT_EQ(value_text(facts->at(2).value), "1, 2.5");
  EXPECT_EQ(value_text(facts->at(3).value), "x, y");
  EXPECT_EQ(facts->at(2).number(), std::nullopt) << "a list is not one number";
}

TEST(FactSheet, AGapIsExplicitAndStaysUnknown) {
  const auto facts = facts_of("[nvlink]\nunknown = true\nunit = \"GB/s\"\nnote = \"no figure found\"\n");
  ASSERT_TRUE(facts.ok());
  EXPECT_FALSE(facts->at(0).known());
  EXPECT_EQ(facts->at(0).number(), std::nullopt);
  EXPECT_EQ(value_text(facts->at(0).value), "unknown");
  EXPECT_EQ(facts->at(0).note, "no figure found");
}

TEST(FactSheet, AValueWithoutASourceDoesNotLoad) {
  EXPECT_EQ(refusal("[tdp]\nvalue = 700\nunit = \"W\"\n"),
            "error: the value has no source\n  at gpus/x.toml:1\n  fix: add source = \"...\", an id of "
            "hardware/sources.toml\n");
}

TEST(FactSheet, AnUnknownSourceDoesNotLoad) {
  EXPECT_EQ(refusal("[tdp]\nvalue = 700\nunit = \"W\"\nsource = \"S77\"\n"),
            "error: unknown source `S77`\n  at gpus/x.toml:4\n"
            "  fix: add [S77] to hardware/sources.toml, or name one that is there\n");
}

TEST(FactSheet, AConflictNeedsAKnownSourceToo) {
  const std::string text =
      "[tdp]\nvalue = 700\nunit = \"W\"\nsource = \"S1\"\nconflicts = [\n  { value = 650, source = \"S9\" },\n]\n";
  EXPECT_NE(refusal(text).find("unknown source `S9`\n  at gpus/x.toml:6\n"), std::string::npos) << refusal(text);
}

TEST(FactSheet, AValueWithoutAUnitDoesNotLoad) {
  const std::string error = refusal("\n[tdp]\nvalue = 700\nsource = \"S1\"\n");
  EXPECT_NE(error.find("`unit` is missing"), std::string::npos) << error;
  EXPECT_NE(error.find("gpus/x.toml:2"), std::string::npos) << error;
}

TEST(FactSheet, AMisspeltKeyDoesNotLoad) {
  const std::string error = refusal("[tdp]\nvalue = 700\nunit = \"W\"\nsorce = \"S1\"\n");
  EXPECT_NE(error.find("unknown key `sorce`\n  at gpus/x.toml:4\n"), std::string::npos) << error;
}

TEST(FactSheet, AFactIsEitherKnownOrAGap) {
  EXPECT_NE(refusal("[a]\nunit = \"W\"\n").find("needs either a value or unknown = true"), std::string::npos);
  EXPECT_NE(refusal("[a]\nvalue = 1\nunknown = true\nunit = \"W\"\nsource = \"S1\"\n").find("needs either"),
            std::string::npos);
  EXPECT_NE(refusal("[a]\nunknown = false\nunit = \"W\"\n").find("needs either"), std::string::npos);
}

TEST(FactSheet, AListOfMixedKindsDoesNotLoad) {
  const std::string error = refusal("[a]\nvalue = [1, \"two\"]\nunit = \"W\"\nsource = \"S1\"\n");
  EXPECT_NE(error.find("neither all numbers nor all texts\n  at gpus/x.toml:2\n"), std::string::npos) << error;
}

TEST(FactSheet, AFactThatIsNoTableDoesNotLoad) {
  EXPECT_NE(refusal("tdp = 700\n").find("fact `tdp` is not a table\n  at gpus/x.toml:1\n"), std::string::npos);
}

}  // namespace fact_sheet_test
}  // namespace whet
