// What the editor proposes, and in which order.
#include "propose/editor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "propose/team.h"
#include "support/problem_text.h"
#include "support/support.h"

namespace whet {
namespace editor_test {

constexpr const char* k_step_source = R"(__global__ void step(float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * 0.5 + y[i];
}
)";

class EditorTest : public testing::Test {
 protected:
  void load(const std::string& source, int64_t size = 1 << 20) {
    ASSERT_TRUE(files_.write(directory_.path("step.cu"), source));
    const std::string text = test::ProblemText("step.cu")
                                 .dim("n", size)
                                 .array("x", "inout")
                                 .array("y", "inout")
                                 .scalar("n")
                                 .launch("ceil_div(n, 128)", "128")
                                 .text();
    ASSERT_TRUE(files_.write(directory_.path("problem.toml"), text));
    auto loaded = load_problem(directory_.path(), files_);
    ASSERT_TRUE(loaded) << describe(loaded.error());
    problem_ = std::move(*loaded);
  }
  void SetUp() override { load(k_step_source); }

  static std::vector<std::string> memos(const std::vector<Proposal>& proposals) {
    std::vector<std::string> list;
    for (const Proposal& each : proposals) list.push_back(each.memo);
    return list;
  }

  static void time_all(Editor& editor, const std::vector<Proposal>& proposals,
                       const std::map<std::string, double>& seconds) {
    for (const Proposal& each : proposals) {
      const auto known = seconds.find(each.memo);
      editor.learn(each, search::Outcome::time(known == seconds.end() ? 1 : known->second));
    }
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  Problem problem_;
};

const std::vector<std::string> k_alone = {"edited: restrict", "edited: single precision", "edited: coarsen 2",
                                          "edited: coarsen 4", "edited: coarsen 8"};

TEST_F(EditorTest, ProposesEachEditThatFitsAloneFirst) {
  Editor editor(problem_);
  const auto first = editor.propose(5);
  EXPECT_EQ(memos(first), k_alone);
  EXPECT_TRUE(editor.propose(5).empty()) << "there is nothing to combine before outcomes are known";
  EXPECT_NE(first[0].source.find("const float* __restrict__ x"), std::string::npos) << first[0].source;
  EXPECT_EQ(first[0].methods, std::vector<std::string>{"memory.cache_and_readonly"});
  EXPECT_TRUE(first[2].methods.empty()) << "the machine code does not show who does the work";
}

TEST_F(EditorTest, WhatGainsAloneIsTriedAtOnceAndThenOneByOneWithTheFastest) {
  Editor editor(problem_);
  Orders orders;
  orders.original_seconds = 1;
  editor.take(orders);
  time_all(editor, editor.propose(5), {{"edited: single precision", 0.4}, {"edited: coarsen 4", 0.8}});
  const auto next = editor.propose(9);
  EXPECT_EQ(memos(next),
            (std::vector<std::string>{"edited: single precision + coarsen 4", "edited: restrict + single precision",
                                      "edited: single precision + coarsen 2", "edited: single precision + coarsen 8"}));
  time_all(editor, next, {{"edited: single precision + coarsen 4", 0.3}});
  EXPECT_EQ(memos(editor.propose(9)), (std::vector<std::string>{"edited: restrict + single precision + coarsen 4"}));
}

TEST_F(EditorTest, EditsOfThePlanComeFirstInItsOrder) {
  Editor editor(problem_);
  Orders orders;
  orders.plan.emplace();
  const MethodCatalog catalog = load_methods(Knowledge{});
  for (const char* id : {"compute.fp64_to_fp32", "compute.thread_coarsening"})
    orders.plan->methods.push_back({*catalog.find(id), {}, {}, false});
  editor.take(orders);
  EXPECT_EQ(memos(editor.propose(5)),
            (std::vector<std::string>{"edited: single precision", "edited: coarsen 2", "edited: coarsen 4",
                                      "edited: coarsen 8", "edited: restrict"}));
}

TEST_F(EditorTest, BeginsWithWhatWasBestBeforeIfThatStillFits) {
  Editor editor(problem_, {"edited: restrict + coarsen 4", "edited: padded rows", "written: map",
                           "edited: coarsen 4 + "
                           "coarsen 8"});
  EXPECT_EQ(memos(editor.propose(2)), (std::vector<std::string>{"edited: restrict + coarsen 4", "edited: restrict"}));
}

TEST_F(EditorTest, AdmitsWhatItsEditsMakeAlone) {
  Editor editor(problem_);
  const Proposal own = editor.propose(1).front();
  EXPECT_TRUE(editor.admits(own));
  Proposal other = own;
  other.source += "// more\n";
  EXPECT_FALSE(editor.admits(other));
  other = own;
  other.tunables["A"] = 1;
  EXPECT_FALSE(editor.admits(other));
  EXPECT_FALSE(editor.admits({})) << "the original is the tuner's";
}

TEST_F(EditorTest, APartCanBeLeftOut) {
  Editor editor(problem_, {"edited: restrict + coarsen 4"});
  const Proposal both = editor.propose(1).front();
  const auto parts = editor.parts(both);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].name, "restrict");
  EXPECT_EQ(parts[0].method, "memory.cache_and_readonly");
  EXPECT_EQ(parts[1].method, "");
  const auto rest = editor.without(both, {"coarsen 4"});
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->memo, "edited: restrict");
  EXPECT_TRUE(editor.admits(*rest));
  const auto none = editor.without(both, {"coarsen 4", "restrict"});
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, Proposal{}) << "the original";
  ProposerTeam team({{editor, 1}});
  EXPECT_EQ(team.parts(both).size(), 2u);
  EXPECT_TRUE(team.parts({}).empty());
}

TEST_F(EditorTest, ASmallGridIsNotMadeSmaller) {
  load(k_step_source, 65536);  // 512 blocks
  Editor editor(problem_);
  EXPECT_EQ(memos(editor.propose(9)),
            (std::vector<std::string>{"edited: restrict", "edited: single precision", "edited: coarsen 2"}));
  EXPECT_EQ(editor.fitting().unfit.back().reason, "too few blocks would be left");
}

TEST_F(EditorTest, AKernelThatIsNotUnderstoodHasNoEditsAndAReason) {
  load(
      "__global__ void step(float* x, float* y, int n) {\n"
      "  unsigned t;\n  asm volatile(\"mov.u32 %0, %%clock;\" : \"=r\"(t));\n  y[0] = x[0] * 0.5 + t + n;\n}\n");
  Editor editor(problem_);
  EXPECT_FALSE(editor.has_edits());
  ASSERT_FALSE(editor.fitting().unfit.empty());
  EXPECT_EQ(editor.fitting().unfit.front().reason, "the body has `asm`");
  EXPECT_TRUE(editor.propose(4).empty());
}

}  // namespace editor_test
}  // namespace whet
