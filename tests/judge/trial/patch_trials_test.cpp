#include "judge/trial/patch_trials.h"

#include <algorithm>
#include <set>

#include "judge/check/problem_kind.h"
#include "judge/trial/patch_sheet.h"
#include "judge_fixture.h"

namespace whet {
namespace patch_trials_test {

class PatchTrialsTest : public test::JudgeTest {
 protected:
  std::vector<Trial> patched(const std::string& name, const TrialPlan& plan, size_t at = 0) {
    const auto made = make_trials(resolve(load(name), at), plan, files_);
    EXPECT_TRUE(made);
    std::vector<Trial> found;
    std::copy_if(made->begin(), made->end(), std::back_inserter(found), [](const Trial& each) { return each.patches; });
    return found;
  }
};

TEST_F(PatchTrialsTest, EveryCaseGetsOneAndTheSmallestMore) {
  EXPECT_GE(patched("row_softmax", {.secret = 5, .every_kind = false}).size(), 1u);
  EXPECT_EQ(patched("row_softmax", {.secret = 5, .every_kind = false, .budget = {.patch_elements = 0}}).size(), 1u);
  EXPECT_GT(patched("row_softmax", {.secret = 5}, 1).size(), 8u) << "few rows need many calls";
  EXPECT_EQ(patched("row_softmax", {.secret = 5, .budget = {.patch_elements = 4 * 12000}}).size(), 4u);
}

// A matrix of few rows has each structure in some call, in each of its ways.
TEST_F(PatchTrialsTest, EveryPatternComesInSomeRow) {
  for (uint64_t secret = 0; secret < 8; ++secret) {
    std::set<std::pair<Structure, int>> seen;
    for (const Trial& trial : patched("row_norm", {.secret = secret}, 1)) {
      const Patchwork& patches = *trial.patches->arrays[0];
      if (patches.plan().cut != PatchCut::rows) continue;
      for (uint64_t i = 0; i < patches.pieces(); ++i)
        seen.insert({patches.piece(i).pattern.structure, patches.piece(i).pattern.way});
    }
    EXPECT_EQ(seen.size(), all_patterns().size());
  }
}

TEST_F(PatchTrialsTest, SumsOfAllGetOneStructureThroughout) {
  std::set<std::string> told;
  for (const Trial& trial : patched("long_sum", {.secret = 5})) told.insert(trial.what);
  EXPECT_TRUE(told.contains("an array that descends"));
  EXPECT_TRUE(told.contains("an array that begins with zeros"));
  EXPECT_TRUE(told.contains("an array of tiny values"));
  EXPECT_TRUE(told.contains("an array at the top of the range"));
}

TEST_F(PatchTrialsTest, TheStructureBehindAResultIsTold) {
  const Trial softmax = patched("row_softmax", {.secret = 5}).front();
  EXPECT_NE(softmax.patches->words(*softmax.resolved, 1, 301).find("in a row of `in` "), std::string::npos);
  const Trial maximum = patched("row_max", {.secret = 5}).front();
  EXPECT_NE(maximum.patches->words(*maximum.resolved, 1, 3).find("in a row of `in` "), std::string::npos);
  std::set<std::string> relations;
  const Trial sum = patched("scale_add", {.secret = 5}).front();
  for (uint64_t i = 0; i < 3000; ++i) relations.insert(sum.patches->words(*sum.resolved, 2, i));
  EXPECT_TRUE(std::any_of(relations.begin(), relations.end(), [](const std::string& each) {
    return each.find("where `b` is three times `a`") != std::string::npos;
  }));
}

TEST_F(PatchTrialsTest, ZerosAreLeftOutOnRequest) {
  const auto made = make_trials(resolve(load("inverse")), {.secret = 5}, files_);
  ASSERT_TRUE(made);
  const Trial trial = patched("inverse", {.secret = 5}).front();
  const std::vector<double> with = decode_elements(ElementType::f32, trial.inputs[0]);
  const Trial other = milder(trial, made->front().inputs);
  const std::vector<double> without = decode_elements(ElementType::f32, other.inputs[0]);
  EXPECT_GT(std::count(with.begin(), with.end(), 0.0), 0);
  EXPECT_EQ(std::count(without.begin(), without.end(), 0.0), 0);
}

TEST_F(PatchTrialsTest, AnswersTellWhetherResultsAreMadePlaceByPlace) {
  const auto kind = [&](const std::string& name) {
    const Problem problem = load(name);
    const auto asked = oracle(problem);
    return kind_of(trials(problem), *asked).value();
  };
  EXPECT_TRUE(kind("scale_add").is_pointwise && kind("scale_add").is_even);
  EXPECT_TRUE(kind("half_swish").is_pointwise && !kind("half_swish").is_even);
  EXPECT_FALSE(kind("scan").is_pointwise) << "as many results, and each of those before it";
  EXPECT_FALSE(kind("flip").is_pointwise) << "at another place";
  EXPECT_FALSE(kind("row_softmax").is_pointwise);
}

}  // namespace patch_trials_test
}  // namespace whet
