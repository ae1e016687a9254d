#include "search/space/space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace whet::search {
namespace space_test {

Axis numbers(std::string name, std::vector<int64_t> values, size_t preset = 0) {
  return {std::move(name), {values.begin(), values.end()}, preset};
}

std::vector<Constraint> constraints(const std::vector<std::string>& texts) {
  std::vector<Constraint> all;
  for (size_t i = 0; i < texts.size(); ++i)
    all.push_back({*Expression::parse(texts[i]), "problem.toml:" + std::to_string(i + 1)});
  return all;
}

Space build(const std::vector<Axis>& axes, const std::vector<std::string>& texts = {}) {
  auto space = Space::build(axes, constraints(texts));
  EXPECT_TRUE(space.ok()) << space.error().what;
  return *space;
}

TEST(Space, HoldsExactlyWhatTheConstraintsAllow) {
  const Space space = build({numbers("TILE", {16, 32, 64}), numbers("ROWS", {4, 8, 16, 48})}, {"TILE % ROWS == 0"});
  EXPECT_EQ(space.size(), 9u);
  EXPECT_EQ(space.combinations(), 12);
  std::set<std::string> all;
  for (size_t i = 0; i < *space.size(); ++i) all.insert(space.describe(space.at(i)));
  EXPECT_EQ(all.size(), 9u);
  EXPECT_TRUE(all.contains("TILE=64 ROWS=16"));
  EXPECT_FALSE(all.contains("TILE=64 ROWS=48"));
}

TEST(Space, AgreesWithBruteForceWhateverTheOrderOfConstraints) {
  const std::vector<Axis> axes{numbers("A", {1, 2, 3, 4, 5, 6}), numbers("B", {1, 2, 3, 4, 5}),
                               numbers("C", {1, 2, 4, 8}), numbers("D", {0, 1})};
  const Space space = build(axes, {"A * B * C <= 24", "C % B == 0 or D == 1", "A > 1"});
  size_t expected = 0;
  for (int a = 2; a <= 6; ++a) {
    for (int b = 1; b <= 5; ++b) {
      for (const int c : {1, 2, 4, 8}) {
        for (int d = 0; d < 2; ++d) expected += a * b * c <= 24 && (c % b == 0 || d == 1);
      }
    }
  }
  EXPECT_EQ(space.size(), expected);
}

TEST(Space, FindsEachConfigurationAgain) {
  const Space space = build({numbers("A", {1, 2, 3, 4, 5, 6, 7}), numbers("B", {1, 2, 3, 4, 5, 6, 7})}, {"A != B"});
  for (size_t i = 0; i < *space.size(); ++i) EXPECT_EQ(space.index_of(space.at(i)), i);
  EXPECT_FALSE(space.contains(Configuration{2, 2}));
}

TEST(Space, NeighboursDifferOnOneAxisAndAreAllowed) {
  const Space space = build({numbers("TILE", {16, 32, 64}), numbers("ROWS", {4, 8, 16, 48})}, {"TILE % ROWS == 0"});
  const auto neighbours = space.neighbours({0, 0});
  std::set<std::string> names;
  for (const Configuration& neighbour : neighbours) names.insert(space.describe(neighbour));
  EXPECT_EQ(names, (std::set<std::string>{"TILE=32 ROWS=4", "TILE=64 ROWS=4", "TILE=16 ROWS=8", "TILE=16 ROWS=16"}));
}

TEST(Space, TextsCompareByNameAndTruthsAreOneAndZero) {
  const Space space = build({{"LAYOUT", {std::string("row"), std::string("col")}, 0}, {"PAD", {false, true}, 0}},
                            {"LAYOUT == row or not PAD"});
  EXPECT_EQ(space.size(), 3u);
  EXPECT_TRUE(space.find({{"LAYOUT", std::string("col")}, {"PAD", false}}).ok());
  EXPECT_FALSE(space.contains(*space.find({{"LAYOUT", std::string("col")}, {"PAD", true}})));
}

TEST(Space, ConstraintsMayUseTheSizesOfTheProblem) {
  const auto space = Space::build({numbers("TILE", {16, 32, 48})}, constraints({"n % TILE == 0"}), {{"n", 96}});
  ASSERT_TRUE(space.ok());
  EXPECT_EQ(space->size(), 3u);
  EXPECT_EQ(Space::build({numbers("TILE", {16, 32, 48})}, constraints({"n % TILE == 0"}), {{"n", 64}})->size(), 2u);
}

TEST(Space, AConstraintWithoutAValueDoesNotHold) {
  EXPECT_EQ(build({numbers("A", {0, 1, 2})}, {"4 % A == 0"}).size(), 2u);
}

TEST(Space, ThePresetIsGoneWhenForbidden) {
  const std::vector<Axis> axes{numbers("A", {1, 2}, 1), numbers("B", {1, 2}, 1)};
  EXPECT_EQ(build(axes).preset(), (Configuration{1, 1}));
  EXPECT_FALSE(build(axes, {"A * B < 4"}).preset());
}

TEST(Space, RanksOrderNumbersWhateverTheListBeginsWith) {
  const Space space = build({numbers("BLOCK", {128, 32, 64}), {"MODE", {std::string("z"), std::string("a")}, 0}});
  EXPECT_EQ(space.ranks(Configuration{0, 0}), (Configuration{2, 0}));
  EXPECT_EQ(space.ranks(Configuration{1, 1}), (Configuration{0, 1}));
}

TEST(Space, UnknownNamesAreErrorsWithNearOnes) {
  const auto space = Space::build({numbers("TILE", {16})}, constraints({"TILES > 3"}));
  ASSERT_FALSE(space.ok());
  EXPECT_NE(space.error().what.find("`TILES`"), std::string::npos);
  EXPECT_NE(space.error().mend.find("TILE"), std::string::npos);
  EXPECT_EQ(space.error().where, "problem.toml:1");
}

TEST(Space, RefusesWhatIsNoSpace) {
  EXPECT_FALSE(Space::build({}).ok());
  EXPECT_FALSE(Space::build({numbers("A", {})}).ok());
  EXPECT_FALSE(Space::build({numbers("A", {1, 1})}).ok());
  EXPECT_FALSE(Space::build({numbers("A", {1}), numbers("A", {2})}).ok());
  EXPECT_FALSE(Space::build({numbers("A", {1}, 1)}).ok());
  EXPECT_FALSE(Space::listed({numbers("A", {1})}, {{1}}).ok());
  EXPECT_FALSE(Space::listed({numbers("A", {1})}, {}).ok());
}

TEST(Conflict, NamesTheSmallestSetThatCannotHoldTogether) {
  const std::vector<Axis> axes{numbers("A", {1, 2, 4, 8}), numbers("B", {1, 2, 4, 8}), numbers("C", {1, 2, 4, 8})};
  // The last three conflict as well, but the two that speak of A are fewer. Deletion alone would keep the three.
  const auto space = Space::build(axes, constraints({"C > 1", "A > 2", "A * 2 < 6", "B > A", "C > B", "C <= A"}));
  ASSERT_FALSE(space.ok());
  EXPECT_EQ(space.error().what, "the constraints `A > 2` and `A * 2 < 6` cannot hold together");
  EXPECT_EQ(space.error().where, "problem.toml:2, problem.toml:3");
}

TEST(Conflict, NamesOneThatNeverHolds) {
  const auto space = Space::build({numbers("A", {1, 2})}, constraints({"A > 0", "n % 16 == 0"}), {{"n", 100}});
  ASSERT_FALSE(space.ok());
  EXPECT_EQ(space.error().what, "the constraint `n % 16 == 0` never holds");
}

TEST(Conflict, NamesThreeWhenNoTwoConflict) {
  const std::vector<Axis> axes{numbers("A", {1, 2}), numbers("B", {1, 2}), numbers("C", {1, 2})};
  const auto space = Space::build(axes, constraints({"A != B", "B != C", "A + B + C > 3", "A != C"}));
  ASSERT_FALSE(space.ok());
  EXPECT_EQ(space.error().what, "the constraints `A != B` and `B != C` and `A != C` cannot hold together");
}

std::vector<Axis> many_axes(size_t count) {
  std::vector<Axis> axes;
  for (size_t i = 0; i < count; ++i) axes.push_back(numbers("P" + std::to_string(i), {1, 2, 3, 4, 5, 6, 7, 8}));
  return axes;
}

TEST(LazySpace, IsSampledWithoutBeingListed) {
  const Space space = build(many_axes(12), {"P0 * P1 <= 16", "P2 + P3 == 9"});
  EXPECT_FALSE(space.size());
  Random random{1};
  std::set<Configuration> seen;
  for (int i = 0; i < 200; ++i) {
    const Configuration configuration = space.sample(random);
    EXPECT_TRUE(space.contains(configuration));
    seen.insert(configuration);
  }
  EXPECT_GT(seen.size(), 190u);
  for (const Configuration& neighbour : space.neighbours(*seen.begin())) EXPECT_TRUE(space.contains(neighbour));
}

TEST(LazySpace, SaysWhenNothingIsFoundInTime) {
  std::vector<Axis> axes = many_axes(12);
  const auto space = Space::build(
      axes, constraints({"P0 + P1 + P2 + P3 + P4 + P5 + P6 + P7 + P8 + P9 + P10 + P11 == 97"}), {}, {1000, 100'000});
  ASSERT_FALSE(space.ok());
  EXPECT_NE(space.error().what.find("within 100000 steps"), std::string::npos);
}

}  // namespace space_test
}  // namespace whet::search
