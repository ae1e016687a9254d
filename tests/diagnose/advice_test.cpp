// The one function that decides what to advise, and that what it names exists.
#include "diagnose/advice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "diagnose/skill.h"

namespace whet {
namespace advice_test {

const AdviceBook& book() {
  static const AdviceBook loaded = load_advice(Knowledge());
  return loaded;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> rule_ids(const std::vector<Rule>& rules) {
  std::vector<std::string> ids;
  for (const Rule& rule : rules) ids.push_back(rule.id);
  return ids;
}

std::vector<std::string> method_ids() {
  std::vector<std::string> ids;
  for (const Method& method : book().methods) ids.push_back(method.id);
  return ids;
}

bool names(const std::vector<Finding>& findings, const std::string& rule) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& each) { return each.rule == rule; });
}

TEST(AdviceBook, LoadsWithoutErrors) {
  for (const Error& error : book().errors) ADD_FAILURE() << describe(error);
}

TEST(AdviceBook, EveryRuleNamesASkillThatExists) {
  const std::vector<std::string> skills = skill_names(Knowledge());
  for (const auto* rules : {&book().code, &book().run}) {
    for (const Rule& rule : *rules) EXPECT_TRUE(holds(skills, rule.skill)) << rule.id << ": `" << rule.skill << "`";
  }
}

TEST(AdviceBook, EveryRuleOfALaunchNamesMethodsThatExist) {
  const std::vector<std::string> methods = method_ids();
  for (const Rule& rule : book().run) {
    EXPECT_FALSE(rule.methods.empty()) << rule.id;
    for (const std::string& id : rule.methods) EXPECT_TRUE(holds(methods, id)) << rule.id << ": " << id;
  }
}

TEST(AdviceBook, WhatConfirmsARuleOfTheCodeExists) {
  const std::vector<std::string> methods = method_ids(), rules = rule_ids(book().run);
  for (const Rule& rule : book().code) {
    for (const std::string& id : rule.confirmed_by)
      EXPECT_TRUE(holds(methods, id) || holds(rules, id)) << rule.id << ": " << id;
  }
}

// A kernel that spills, by its machine code.
Facts spilling() {
  return {{"kernel.spill_loads", 12}, {"kernel.spill_stores", 12}, {"kernel.registers", 255},
          {"kernel.stack_bytes", 96}, {"kernel.indexed_local", 0}, {"hot.load_local", 4},
          {"hot.store_local", 2},     {"hot.instructions", 60}};
}

TEST(Advice, OfMachineCodeAloneIsWhatTheCodeLooksLike) {
  const KernelAdvice advice = advise(book(), spilling());
  EXPECT_FALSE(advice.is_counted);
  EXPECT_TRUE(names(advice.diagnosis.findings, "register_spills"));
  EXPECT_TRUE(advice.plan.methods.empty());
}

TEST(Advice, CountsConfirmWhatTheCodeShows) {
  Facts facts = spilling();
  facts.insert({{"bound.memory", 0.8}, {"local.share", 0.5}, {"gain.no_local", 2}});
  const KernelAdvice advice = advise(book(), facts);
  EXPECT_TRUE(advice.is_counted);
  EXPECT_TRUE(names(advice.diagnosis.findings, "register_spills"));
  EXPECT_TRUE(names(advice.confirmed, "register_spills"));
  EXPECT_TRUE(advice.costs_little.empty());
}

TEST(Advice, CountsOverruleWhatTheCodeShows) {
  Facts facts = spilling();
  facts.insert({{"bound.memory", 0.8}, {"local.share", 0.001}, {"gain.no_local", 1}});
  const KernelAdvice advice = advise(book(), facts);
  EXPECT_FALSE(names(advice.diagnosis.findings, "register_spills"));
  EXPECT_FALSE(names(advice.confirmed, "register_spills"));
  EXPECT_TRUE(names(advice.costs_little, "register_spills"));
}

}  // namespace advice_test
}  // namespace whet
