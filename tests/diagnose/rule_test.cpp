#include "diagnose/rule.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/support.h"

namespace whet {
namespace rule_test {

constexpr const char* k_rule = R"(id = "spills"
when = "kernel.spill_loads > 0"
rank = "0.5"
finding = "{kernel.spill_loads:.0f} spills"
evidence = ["kernel.spill_loads"]
try = ["a smaller tile"]
)";

LoadedRules load(const std::string& text) {
  test::TemporaryDirectory directory;
  DiskFileSystem files;
  EXPECT_TRUE(files.make_directories(directory.path("rules")));
  EXPECT_TRUE(files.write(directory.path("rules/spills.toml"), text));
  const Knowledge knowledge(directory.path());
  return load_rules(knowledge, "rules/");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

class RuleFolder : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, RuleFolder, testing::Values("rules/inspect/", "rules/run/"));

TEST_P(RuleFolder, LoadsAndNamesEachRuleOnce) {
  const LoadedRules loaded = load_rules(Knowledge(), GetParam());
  for (const Error& error : loaded.errors) ADD_FAILURE() << describe(error);
  const std::vector<Rule>& rules = loaded.rules;
  EXPECT_GE(rules.size(), 20u);
  std::vector<std::string> ids;
  for (const Rule& rule : rules) ids.push_back(rule.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
  for (const Rule& rule : rules) {
    for (const std::string& other : rule.conflicts)
      EXPECT_TRUE(std::binary_search(ids.begin(), ids.end(), other)) << rule.id << ": " << other;
  }
}

TEST(Rules, FireWithTextEvidenceAndCondition) {
  const std::vector<Rule> rules = load(k_rule).rules;
  const Diagnosis diagnosis = diagnose(rules, {{"kernel.spill_loads", 3}});
  ASSERT_EQ(diagnosis.findings.size(), 1u);
  EXPECT_EQ(diagnosis.findings[0].text, "3 spills");
  EXPECT_EQ(diagnosis.findings[0].condition, "kernel.spill_loads > 0");
  EXPECT_EQ(diagnosis.findings[0].evidence[0].value, 3);
}

TEST(Rules, DoNotFireOnAnAbsentFactAndSayWhich) {
  const std::vector<Rule> rules = load(k_rule).rules;
  const Diagnosis diagnosis = diagnose(rules, {});
  EXPECT_TRUE(diagnosis.findings.empty());
  ASSERT_EQ(diagnosis.undecided.size(), 1u);
  EXPECT_EQ(diagnosis.undecided[0].absent, (std::vector<std::string>{"kernel.spill_loads"}));
}

TEST(Rules, StayQuietWhenTheConditionIsFalse) {
  const std::vector<Rule> rules = load(k_rule).rules;
  const Diagnosis diagnosis = diagnose(rules, {{"kernel.spill_loads", 0}});
  EXPECT_TRUE(diagnosis.findings.empty());
  EXPECT_TRUE(diagnosis.undecided.empty());
}

TEST(Rules, MisspeltFactDoesNotLoadAndNearOnesAreNamed) {
  const LoadedRules loaded = load(replaced(k_rule, "kernel.spill_loads > 0", "kernel.spil_loads > 0"));
  EXPECT_TRUE(loaded.rules.empty());
  ASSERT_EQ(loaded.errors.size(), 1u);
  EXPECT_EQ(loaded.errors[0].where, "knowledge/rules/spills.toml:2");
  EXPECT_NE(loaded.errors[0].mend.find("kernel.spill_loads"), std::string::npos);
}

TEST(Rules, UnknownKeyDoesNotLoad) {
  const LoadedRules loaded = load(std::string(k_rule) + "prio = 1\n");
  ASSERT_EQ(loaded.errors.size(), 1u);
  EXPECT_EQ(loaded.errors[0].where, "knowledge/rules/spills.toml:7");
}

TEST(Rules, RuleWithNothingToTryDoesNotLoad) {
  EXPECT_EQ(load(replaced(k_rule, "try = [\"a smaller tile\"]", "try = []")).errors.size(), 1u);
}

TEST(Rules, BrokenFileDoesNotStopTheOthers) {
  test::TemporaryDirectory directory;
  DiskFileSystem files;
  EXPECT_TRUE(files.make_directories(directory.path("rules")));
  EXPECT_TRUE(files.write(directory.path("rules/a_broken.toml"), "id = \n"));
  EXPECT_TRUE(files.write(directory.path("rules/spills.toml"), k_rule));
  const LoadedRules loaded = load_rules(Knowledge(directory.path()), "rules/");
  EXPECT_EQ(loaded.rules.size(), 1u);
  ASSERT_EQ(loaded.errors.size(), 1u);
  EXPECT_EQ(loaded.errors[0].where, "knowledge/rules/a_broken.toml:1");
}

TEST(Facts, NamesAreUniqueAndExplained) {
  std::vector<std::string_view> names;
  for (const FactRow& row : fact_table()) {
    names.push_back(row.name);
    EXPECT_FALSE(row.meaning.empty()) << row.name;
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace rule_test
}  // namespace whet
