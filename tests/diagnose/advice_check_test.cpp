#include "diagnose/advice_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "diagnose/launch_diagnosis.h"

namespace whet {
namespace advice_check_test {

class AdviceCheckTest : public testing::Test {
 protected:
  CheckedAdvice check(const std::string& rule) {
    Advice advice;
    advice.kind = Advice::Kind::opt;
    advice.rule = rule;
    const auto checked = check_advice({advice}, diagnose(rules_, facts_), rules_, facts_, table_);
    return checked.front();
  }

  const Knowledge knowledge_;
  const std::vector<Rule> rules_ = load_rules(knowledge_, "rules/run/").rules;
  const AdviceTable table_ = AdviceTable::load(knowledge_).value();
  Facts facts_;
};

TEST_F(AdviceCheckTest, EveryRuleOfTheTableExists) {
  for (const auto& [name, row] : table_.all()) {
    for (const std::string& rule : row.rules)
      EXPECT_TRUE(std::any_of(rules_.begin(), rules_.end(), [&](const Rule& each) { return each.id == rule; }))
          << name << ": " << rule;
  }
}

TEST_F(AdviceCheckTest, AFindingOfWhetAgrees) {
  for (const Rule& rule : rules_) {
    if (rule.id != "divergence") continue;
    for (const std::string& fact : rule.when.identifiers()) facts_[fact] = 0;
  }
  facts_["lanes.active"] = 0.3;
  facts_["gain.converged"] = 2;
  facts_["branch.diverged"] = 0.5;
  const CheckedAdvice checked = check("ThreadDivergence");
  EXPECT_EQ(checked.relation, AdviceRelation::agrees) << checked.why;
  EXPECT_EQ(checked.rules, std::vector<std::string>{"divergence"});
  EXPECT_NE(checked.why.find("agrees with divergence (expected"), std::string::npos);
}

TEST_F(AdviceCheckTest, ARuleThatDidNotFireSaysByWhatValues) {
  for (const Rule& rule : rules_) {
    if (rule.id != "divergence") continue;
    for (const std::string& fact : rule.when.identifiers()) facts_[fact] = 1;
  }
  const CheckedAdvice checked = check("ThreadDivergence");
  EXPECT_EQ(checked.relation, AdviceRelation::differs) << checked.why;
  EXPECT_NE(checked.why.find("lanes.active 1"), std::string::npos) << checked.why;
}

TEST_F(AdviceCheckTest, ARuleThatLacksFactsSaysWhich) {
  const CheckedAdvice checked = check("ThreadDivergence");
  EXPECT_EQ(checked.relation, AdviceRelation::undecided);
  EXPECT_NE(checked.why.find("could not decide divergence"), std::string::npos) << checked.why;
}

TEST_F(AdviceCheckTest, WhatWhetDoesNotCoverSaysWhy) {
  EXPECT_EQ(check("SOLBottleneck").relation, AdviceRelation::not_covered);
  EXPECT_NE(check("SOLBottleneck").why.find("busiest unit"), std::string::npos);
  EXPECT_EQ(check("RuleOfTheFuture").why, "whet has no rule that looks at this");
}

TEST(AdviceTable, AMistakeIsNamedWithItsLine) {
  const auto both = AdviceTable::parse("[[rule]]\nnames = [\"A\"]\n", "t.toml");
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().where, "t.toml:1");
  const auto twice =
      AdviceTable::parse("[[rule]]\nnames = [\"A\"]\nwhy = \"x\"\n[[rule]]\nnames = [\"A\"]\nwhy = \"y\"\n", "t.toml");
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().where, "t.toml:4");
}

}  // namespace advice_check_test
}  // namespace whet
