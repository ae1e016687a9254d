#include "diagnose/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "diagnose/run_facts.h"

namespace whet {
namespace plan_test {

const std::vector<Method>& catalog() {
  static const MethodCatalog loaded = load_methods(Knowledge());
  return loaded.methods;
}

bool plans(const Plan& plan, std::string_view id) {
  return std::any_of(plan.methods.begin(), plan.methods.end(),
                     [&](const PlannedMethod& planned) { return planned.method.id == id; });
}

const SkippedMethod* skipped_in(const Plan& plan, std::string_view id) {
  const auto found = std::find_if(plan.skipped.begin(), plan.skipped.end(), [&](const auto& s) { return s.id == id; });
  return found == plan.skipped.end() ? nullptr : &*found;
}

std::string ids(const Plan& plan) {
  std::string text;
  for (const PlannedMethod& planned : plan.methods) text += planned.method.id + " ";
  return text;
}

// Method with fixed numbers, for tests of the arithmetic.
Method made(const std::string& id, Axis axis, const char* trigger, const char* acts_on, const char* gain) {
  const auto parsed = [](const char* text) { return Expression::parse(text).value(); };
  return Method{id, axis, id, 1,  "what", {}, parsed(trigger), parsed("1"), parsed(acts_on), parsed(gain), "because",
                {}, {},   {}, {}, {},     {}, "made up",       "skill"};
}

// Every fact at a random value of a plausible range; each is absent with probability `absent`.
Facts random_facts(std::mt19937& random, double absent) {
  Facts facts;
  std::uniform_real_distribution<double> unit(0, 1);
  const auto add = [&](std::string_view name) {
    if (unit(random) < absent) return;
    const double value = unit(random);
    facts.emplace(name, value < 0.2 ? 0 : value < 0.4 ? 1 : value < 0.8 ? unit(random) : 100 * unit(random));
  };
  for (const FactRow& row : fact_table()) add(row.name);
  for (const RunFactRow& row : run_fact_table()) add(row.name);
  constexpr double architectures[] = {75, 80, 89, 90, 100, 120};
  if (facts.contains("arch.sm")) facts["arch.sm"] = architectures[random() % 6];
  return facts;
}

TEST(Plan, IsSoundForAnyFacts) {
  std::mt19937 random(1);
  for (int i = 0; i < 400; ++i) {
    const Facts facts = random_facts(random, i % 4 * 0.3);
    const PlanRequest request{static_cast<int>(random() % 9), {}, {}};
    for (const PlanRequest& each : {request, PlanRequest{.slots = request.slots}}) {
      const Plan plan = make_plan(catalog(), facts, each);
      const auto sound = validate(plan, catalog());
      ASSERT_TRUE(sound) << describe(sound.error());
      EXPECT_EQ(plan.budget.slots(), each.slots);
    }
  }
}

TEST(Plan, WithoutFactsTriesNothingAndSaysWhy) {
  const Plan plan = make_plan(catalog(), {});
  EXPECT_TRUE(plan.methods.empty()) << ids(plan);
  EXPECT_TRUE(plan.budget.assumed);
  EXPECT_EQ(plan.skipped.size(), catalog().size());
  for (const SkippedMethod& skip : plan.skipped) EXPECT_EQ(skip.skip.reason, SkipReason::unknown) << skip.id;
}

TEST(Budget, BindingAxisHasTheMostSlots) {
  const Budget budget = share_out({{"bound.memory", 0.7}, {"bound.compute", 0.05}, {"bound.tail", 0.25}}, 6);
  EXPECT_EQ(budget.binding(), Axis::memory);
  EXPECT_EQ(budget.of(Axis::memory).slots, 4);
  EXPECT_EQ(budget.of(Axis::latency).slots, 2);
  EXPECT_EQ(budget.of(Axis::compute).slots, 0);
}

TEST(Budget, KernelAtTheCeilingOfOneAxisHasAllSlotsThere) {
  EXPECT_EQ(
      share_out({{"bound.memory", 0.93}, {"bound.compute", 0.05}, {"bound.latency", 0.02}}, 3).of(Axis::memory).slots,
      3);
  EXPECT_EQ(
      share_out({{"bound.memory", 0.05}, {"bound.compute", 0.92}, {"bound.latency", 0.03}}, 3).of(Axis::compute).slots,
      3);
}

TEST(Plan, RanksByStrengthAndExpectedGain) {
  const Plan plan = make_plan(
      {made("memory.little", Axis::memory, "1", "0.5", "1.2"), made("memory.much", Axis::memory, "1", "0.5", "4")},
      {{"bound.memory", 1}});
  ASSERT_EQ(plan.methods.size(), 2u);
  EXPECT_EQ(plan.methods[0].method.id, "memory.much");
  EXPECT_DOUBLE_EQ(*plan.methods[0].promise.expected, 1.6);  // 1 / (0.5 + 0.5 / 4)
}

TEST(Plan, ConflictKeepsTheMorePromising) {
  Method little = made("memory.little", Axis::memory, "1", "0.5", "1.5");
  little.conflicts = {"memory.much"};
  const Plan plan = make_plan({little, made("memory.much", Axis::memory, "1", "0.5", "4")}, {{"bound.memory", 1}});
  EXPECT_TRUE(plans(plan, "memory.much"));
  ASSERT_TRUE(skipped_in(plan, "memory.little"));
  EXPECT_EQ(skipped_in(plan, "memory.little")->skip.reason, SkipReason::conflict);
}

TEST(Plan, MethodComesAfterTheOneItNeeds) {
  Method much = made("memory.much", Axis::memory, "1", "0.5", "4");
  much.after = {"memory.little"};
  const Plan plan = make_plan({much, made("memory.little", Axis::memory, "1", "0.5", "1.5")}, {{"bound.memory", 1}});
  EXPECT_EQ(ids(plan), "memory.little memory.much ");
}

TEST(Plan, SlotThatAnAxisLeavesGoesToAnother) {
  const Plan plan = make_plan({made("compute.one", Axis::compute, "1", "0.5", "4")}, {{"bound.memory", 1}});
  ASSERT_EQ(plan.methods.size(), 1u);
  EXPECT_TRUE(plan.methods[0].passed_on);
}

TEST(Plan, ArchitectureConsentAndRulingOutAreReasons) {
  Method late = made("memory.late", Axis::memory, "1", "0.5", "4");
  late.needs.since = 100;
  Method layout = made("memory.layout", Axis::memory, "1", "0.5", "4");
  layout.needs.consent = Consent::layout;
  const Method tried = made("memory.tried", Axis::memory, "1", "0.5", "4");
  const Plan plan = make_plan({late, layout, tried}, {{"arch.sm", 90}},
                              {.consents = {Consent::host}, .ruled_out = {{"memory.tried", "tried: 0.98x"}}});
  EXPECT_TRUE(plan.methods.empty());
  EXPECT_EQ(skipped_in(plan, "memory.late")->skip.reason, SkipReason::architecture);
  EXPECT_EQ(skipped_in(plan, "memory.layout")->skip.reason, SkipReason::consent);
  EXPECT_EQ(skipped_in(plan, "memory.tried")->skip.why, "tried: 0.98x");
}

TEST(Plan, MethodThatActsOnNoTimeIsSkipped) {
  const Plan plan = make_plan({made("memory.one", Axis::memory, "1", "0.01", "4")}, {{"bound.memory", 1}});
  EXPECT_EQ(skipped_in(plan, "memory.one")->skip.reason, SkipReason::no_gain);
}

TEST(Plan, SkippedMethodOfHigherPriorityIsMarked) {
  Method first = made("memory.first", Axis::memory, "0", "0.5", "4");
  Method second = made("memory.second", Axis::memory, "1", "0.5", "4");
  second.priority = 2;
  EXPECT_TRUE(skipped_in(make_plan({first, second}, {}), "memory.first")->outranks);
  first.priority = 3;
  EXPECT_FALSE(skipped_in(make_plan({first, second}, {}), "memory.first")->outranks);
}

TEST(Plan, ShortResourceIsAWarning) {
  Method method = made("memory.one", Axis::memory, "1", "0.5", "4");
  method.resources.shared = Shift::up;
  EXPECT_EQ(make_plan({method}, {{"occupancy.by_shared", 1}}).warnings.size(), 1u);
  EXPECT_TRUE(make_plan({method}, {{"occupancy.by_shared", 0}}).warnings.empty());
}

TEST(Plan, ValidationFindsWhatContradicts) {
  const std::vector<Method> methods = {made("memory.a", Axis::memory, "1", "0.5", "4"),
                                       made("memory.b", Axis::memory, "1", "0.5", "2")};
  const Plan good = make_plan(methods, {{"bound.memory", 1}});
  ASSERT_TRUE(validate(good, methods));
  Plan conflicting = good;
  conflicting.methods[0].method.conflicts = {"memory.b"};
  EXPECT_FALSE(validate(conflicting, methods));
  Plan incomplete = good;
  incomplete.methods.pop_back();
  EXPECT_FALSE(validate(incomplete, methods));
  Plan mute = good;
  mute.skipped.push_back({"memory.b", Axis::memory, 1, false, {}});
  mute.methods.pop_back();
  EXPECT_FALSE(validate(mute, methods));
  Plan overfull = good;
  for (AxisBudget& axis : overfull.budget.axes) axis.slots = 0;
  EXPECT_FALSE(validate(overfull, methods));
}

TEST(Plan, JsonHoldsEveryMethodOnce) {
  std::mt19937 random(7);
  const Json json = to_json(make_plan(catalog(), random_facts(random, 0)));
  EXPECT_EQ(json.find("methods")->as_array()->size() + json.find("skipped")->as_array()->size(), catalog().size());
}

}  // namespace plan_test
}  // namespace whet
