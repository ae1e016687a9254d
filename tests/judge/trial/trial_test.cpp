#include "judge/trial/trial.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "judge_fixture.h"

namespace whet {
namespace trial_test {

class TrialTest : public test::JudgeTest {
 protected:
  static const Trial* find(const std::vector<Trial>& trials, const std::string& name) {
    const auto found = std::find_if(trials.begin(), trials.end(), [&](const Trial& t) { return t.name == name; });
    return found == trials.end() ? nullptr : &*found;
  }
};

// The digits that tf32 lacks are just below or just above the middle between two of its numbers.
TEST_F(TrialTest, SplitNumbersAreTriedWithTheDigitsThatRoundingLoses) {
  const auto digits_trial = [&](const Problem& problem) -> std::optional<Trial> {
    for (const Trial& trial : trials(problem, Effort::quick)) {
      if (trial.name == k_digits_trial) return trial;
    }
    return std::nullopt;
  };
  EXPECT_FALSE(digits_trial(load("product")));
  const auto trial = digits_trial(load("positive_product"));
  ASSERT_TRUE(trial);
  for (const ArrayContent& input : trial->inputs) {
    for (const double value : input.empty() ? std::vector<double>() : input.values(ElementType::f32, 1)) {
      const double lost = std::fmod(value, 0x1p-10) / 0x1p-10;  // values are from 1 to 2
      EXPECT_NEAR(lost, 0.5, 0.07);
      EXPECT_TRUE(value >= 1 && value <= 2) << value;
    }
  }
}

TEST_F(TrialTest, NamesDiffer) {
  std::set<std::string> names;
  for (const Trial& trial : trials(load("row_norm"))) {
    EXPECT_TRUE(names.insert(trial.name).second || trial.name == "every cell" || trial.name == "patchwork")
        << trial.name;
  }
}

TEST_F(TrialTest, TheSameSecretGivesTheSameData) {
  const auto a = trials(load("scale_add")), b = trials(load("scale_add"));
  for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].inputs, b[i].inputs);
  const auto other = make_trials(resolve(load("scale_add")), {.secret = 6}, files_);
  EXPECT_NE(other->front().inputs, a.front().inputs);
}

TEST_F(TrialTest, NewContentsShareNoData) {
  const auto all = trials(load("scale_add"));
  EXPECT_EQ(find(all, "again")->inputs, find(all, "plain")->inputs);
  EXPECT_NE(find(all, "new contents")->inputs[0], find(all, "plain")->inputs[0]);
  EXPECT_NE(find(all, "new contents")->inputs[1], find(all, "plain")->inputs[1]);
}

TEST_F(TrialTest, FewChangesAreFewAndEverywhere) {
  const auto all = trials(load("scale_add"));
  const std::string &before = find(all, "new contents")->inputs[0], &after = find(all, "few changes")->inputs[0];
  int changed = 0, parts = 0;
  for (size_t part = 0; part < 16; ++part) {
    const size_t first = part * 3000 / 16, last = (part + 1) * 3000 / 16;
    int here = 0;
    for (size_t i = first; i < last; ++i) here += before.compare(i * 4, 4, after, i * 4, 4) != 0;
    changed += here;
    parts += here > 0;
  }
  EXPECT_GE(parts, 14) << "an element may be given the value it had";
  EXPECT_LE(changed, 16);
}

TEST_F(TrialTest, EachArgumentIsChangedByItself) {
  const auto all = trials(load("row_norm"));
  const Trial *base = find(all, "new contents"), *gain = find(all, "argument gain");
  ASSERT_TRUE(gain);
  EXPECT_EQ(gain->inputs[0], base->inputs[0]);
  EXPECT_NE(gain->inputs[1], base->inputs[1]) << "a constant is varied too";
  const Trial* epsilon = find(all, "scalar epsilon");
  ASSERT_TRUE(epsilon);
  EXPECT_GT(epsilon->resolved->arguments[4].value, 100 * base->resolved->arguments[4].value);
}

TEST_F(TrialTest, QuickOnesAreFew) {
  EXPECT_EQ(trials(load("scale_add"), Effort::quick).size(), 3u);
}

TEST_F(TrialTest, N4IntegersWithoutARangeGetAllThatTheirTypeHolds) {
  const auto all = trials(load("bit_count"));
  const Trial* wide = find(all, "wide in");
  ASSERT_TRUE(wide && wide->admission);
  EXPECT_LT(range_of(*wide).low, -2e9);
  EXPECT_GT(range_of(*wide).high, 2e9);
  EXPECT_FALSE(find(trials(load("bins")), "wide in")) << "a declared range is kept";
}

TEST_F(TrialTest, R9ConstantsThatAreChangedInPlaceAreVaried) {
  for (const char* name : {"bins", "accumulate"}) {
    const auto all = trials(load(name));
    const std::string changed = name == std::string("bins") ? "bins" : "out";
    const Trial *base = find(all, "new contents"), *varied = find(all, "argument " + changed);
    ASSERT_TRUE(varied && varied->admission) << name;
    EXPECT_NE(varied->inputs[1], base->inputs[1]);
    EXPECT_EQ(varied->inputs[0], base->inputs[0]);
  }
}

// R5: a kernel that leaves alone what looks like a result finds the results of other data there, for any seed.
TEST_F(TrialTest, R5OutputsBeginWithOtherAnswersInSomeTrials) {
  for (uint64_t secret = 0; secret < 50; ++secret) {
    const auto all = make_trials(resolve(load("scale_add")), {.secret = secret}, files_);
    ASSERT_TRUE(all);
    EXPECT_TRUE(find(*all, "new contents")->stale);
    const auto stale = std::count_if(all->begin(), all->end(), [](const Trial& trial) { return trial.stale; });
    EXPECT_GE(stale, 5);
    EXPECT_LE(stale, static_cast<std::ptrdiff_t>(all->size()) - 5);
  }
}

TEST_F(TrialTest, R3LongSumsAreAskedMoreThanTheirClass) {
  const auto long_ones = trials(load("long_sum")), short_ones = trials(load("row_norm"));
  ASSERT_TRUE(find(long_ones, "whole numbers"));
  ASSERT_TRUE(find(long_ones, "whole numbers")->strict_share);
  EXPECT_LT(*find(long_ones, "whole numbers")->strict_share, 1e-5);
  EXPECT_FALSE(find(short_ones, "whole numbers")->strict_share);
}

// Each cell is the largest of its row in one call, and the lowest in another.
TEST_F(TrialTest, EveryCellOfASmallMatrixStandsOutOnce) {
  const Problem problem = load("row_max");
  const auto made = make_trials(resolve(problem, 1), {.secret = 5}, files_);
  ASSERT_TRUE(made);
  std::set<size_t> largest, lowest;
  for (const Trial& trial : *made) {
    if (trial.name != "every cell") continue;
    const std::vector<double> values = decode_elements(ElementType::f32, trial.inputs[0]);
    for (auto row = values.begin(); row != values.end(); row += 33) {
      largest.insert(static_cast<size_t>(std::max_element(row, row + 33) - values.begin()));
      lowest.insert(static_cast<size_t>(std::min_element(row, row + 33) - values.begin()));
    }
  }
  EXPECT_EQ(largest.size(), 5u * 33);
  EXPECT_EQ(lowest.size(), 5u * 33);
}

// Rows of 300 in forty lines: as many calls as the budget has, each with other cells.
TEST_F(TrialTest, CellsOfLongRowsStandOutAsFarAsTheBudgetGoes) {
  std::set<size_t> largest;
  size_t calls = 0;
  for (const Trial& trial : trials(load("row_softmax"))) {
    if (trial.name != "every cell") continue;
    const std::vector<double> values = decode_elements(ElementType::f32, trial.inputs[0]);
    for (auto row = values.begin(); row != values.end(); row += 300)
      largest.insert(static_cast<size_t>(std::max_element(row, row + 300) - values.begin()));
    ++calls;
  }
  EXPECT_EQ(calls, (1u << 20) / (40 * 300));
  EXPECT_EQ(largest.size(), calls * 40);
}

TEST_F(TrialTest, CellsAreNotAskedWhereFewCallsAreAllThereIs) {
  const auto made = make_trials(resolve(load("row_max")), {.secret = 5, .budget = {.cell_elements = 1000}}, files_);
  ASSERT_TRUE(made);
  EXPECT_FALSE(find(*made, "every cell"));
}

TEST_F(TrialTest, AReachMovesTheMagnitude) {
  const auto all = trials(load("scale_add"));
  const Trial *plain = find(all, "plain"), *huge = find(all, "huge values"), *tiny = find(all, "tiny values");
  ASSERT_TRUE(huge && tiny);
  EXPECT_GT(range_of(*huge).high, 1e28);
  EXPECT_LT(range_of(*huge).high, 1e30) << "some write it for infinity";
  EXPECT_LT(range_of(*tiny).high, 1e-26);
  const auto nearer = at_reach(*huge, plain->inputs, 0.2);
  ASSERT_TRUE(nearer);
  EXPECT_GT(range_of(*nearer).high, 1e6);
  EXPECT_LT(range_of(*nearer).high, 1e10);
  EXPECT_FALSE(at_reach(*huge, plain->inputs, 0)) << "the problem's own data";
}

}  // namespace trial_test
}  // namespace whet
