#include "propose/planned_starts.h"

#include <gtest/gtest.h>

namespace whet {
namespace planned_starts_test {

using Starts = std::vector<std::map<std::string, int64_t>>;

FoundTunable tunable(TunableKind kind, const std::string& name, int64_t current, std::vector<int64_t> values) {
  FoundTunable found;
  found.kind = kind;
  found.name = name;
  found.current = current;
  found.values = std::move(values);
  return found;
}

Plan plan_of(const std::vector<std::vector<TunableKind>>& methods) {
  const MethodCatalog catalog = load_methods(Knowledge());
  Plan plan;
  for (const auto& turns : methods) {
    Method method = catalog.methods.front();
    method.turns = turns;
    plan.methods.push_back(PlannedMethod{.method = std::move(method)});
  }
  return plan;
}

TEST(PlannedStarts, FollowTheOrderOfTheMethodsAndBeginNextToTheCurrentValue) {
  const std::vector<FoundTunable> tunables = {tunable(TunableKind::unroll, "unroll_3", 0, {0, 2, 4}),
                                              tunable(TunableKind::block, "block_x", 256, {64, 128, 256, 512, 1024})};
  const Plan plan = plan_of({{TunableKind::block}, {TunableKind::unroll}});
  EXPECT_EQ(planned_starts(plan, tunables),
            (Starts{{{"block_x", 128}}, {{"block_x", 512}}, {{"block_x", 64}}, {{"unroll_3", 2}}, {{"unroll_3", 4}}}));
}

TEST(PlannedStarts, TwoMethodsThatTurnTheSameAskForItOnce) {
  const std::vector<FoundTunable> tunables = {tunable(TunableKind::feature, "FAST", 0, {0, 1})};
  EXPECT_EQ(planned_starts(plan_of({{TunableKind::feature}, {TunableKind::feature}}), tunables),
            (Starts{{{"FAST", 1}}}));
}

TEST(PlannedStarts, AMethodThatNoTunableBringsAboutAsksForNothing) {
  const std::vector<FoundTunable> tunables = {tunable(TunableKind::block, "block_x", 256, {128, 256})};
  EXPECT_TRUE(planned_starts(plan_of({{}, {TunableKind::unroll}}), tunables).empty());
}

}  // namespace planned_starts_test
}  // namespace whet
