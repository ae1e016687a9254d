#include "propose/tuner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/problem_text.h"
#include "support/support.h"

namespace whet {
namespace tuner_test {

const std::string k_head = test::ProblemText("copy.cu", "copy")
                               .dim("n", 4096)
                               .array("in")
                               .array("out")
                               .scalar("n")
                               .launch("ceil_div(n, BLOCK * ITEMS)", "BLOCK")
                               .reference("reference.cpp")
                               .text();
constexpr const char* k_kernel = R"(
__global__ void copy(const float* in, float* out, int n) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) out[i] = in[i];
}
)";

class TunerTest : public testing::Test {
 protected:
  Problem problem(const std::string& tune, const std::string& head = k_head) {
    EXPECT_TRUE(files_.write("p/problem.toml", head + tune));
    EXPECT_TRUE(files_.write("p/copy.cu", k_kernel));
    EXPECT_TRUE(files_.write("p/reference.cpp", "// not asked for here\n"));
    auto loaded = load_problem("p", files_);
    EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error()));
    return loaded ? std::move(*loaded) : Problem{};
  }

  std::unique_ptr<Tuner> make(const std::string& tune, TunerSettings settings = {.find = false}) {
    auto tuner = Tuner::make(problem(tune), settings);
    EXPECT_TRUE(tuner) << (tuner ? "" : describe(tuner.error()));
    return tuner ? std::move(*tuner) : nullptr;
  }

  static std::vector<Proposal> propose_all(Tuner& tuner, size_t at_once = 3) {
    std::vector<Proposal> all;
    while (true) {
      const auto some = tuner.propose(at_once);
      if (some.empty()) return all;
      EXPECT_LE(some.size(), at_once);
      for (const Proposal& proposal : some) {
        tuner.learn(proposal, search::Outcome::time(1e-6 * static_cast<double>(proposal.tunables.at("BLOCK"))));
        all.push_back(proposal);
      }
    }
  }

  static std::set<std::string> described(const std::vector<Proposal>& proposals) {
    std::set<std::string> all;
    for (const Proposal& proposal : proposals) all.insert(describe(proposal));
    return all;
  }

  test::FakeFileSystem files_;
};

TEST_F(TunerTest, ProposesEachConfigurationThatConstraintsAllowOnce) {
  const auto tuner = make("[tune]\nBLOCK = [128, 256]\nITEMS = [1, 2, 4]\nwhere = [\"BLOCK * ITEMS <= 512\"]\n");
  const auto all = propose_all(*tuner);
  EXPECT_EQ(all.size(), 5u);
  EXPECT_EQ(described(all), (std::set<std::string>{"BLOCK=128 ITEMS=1", "BLOCK=128 ITEMS=2", "BLOCK=128 ITEMS=4",
                                                   "BLOCK=256 ITEMS=1", "BLOCK=256 ITEMS=2"}));
}

TEST_F(TunerTest, WhatNoLaunchTakesIsNotProposed) {
  const auto tuner = make("[tune]\nBLOCK = [128, 1024, 2048]\nITEMS = [1]\n");
  EXPECT_EQ(described(propose_all(*tuner)), (std::set<std::string>{"BLOCK=128", "BLOCK=1024"}));
}

TEST_F(TunerTest, TheStandardIsWhatTheProblemHas) {
  const auto tuner = make("[tune]\nBLOCK = [256, 128]\nITEMS = [2, 1]\n");
  EXPECT_EQ(tuner->standard().tunables, (std::map<std::string, int64_t>{{"BLOCK", 256}, {"ITEMS", 2}}));
}

TEST_F(TunerTest, FindsMoreThanIsDeclaredUnlessToldNotTo) {
  const std::string tune = "[tune]\nBLOCK = [128, 256]\nITEMS = [1]\n";
  const auto finds = make(tune, {}), declared = make(tune);
  EXPECT_EQ(declared->space().axes().size(), 1u);
  EXPECT_GT(finds->space().axes().size(), 1u);
  EXPECT_TRUE(finds->standard().tunables.contains("max_registers")) << describe(finds->standard());
}

// N7: four declared values were not all tried among 22 candidates.
TEST_F(TunerTest, N7WhatIsDeclaredIsTriedFirst) {
  const auto tuner = make("[tune]\nBLOCK = [256, 32, 64, 128]\nITEMS = [1, 2]\n", {.seed = 3, .budget = 200});
  const Proposal standard = tuner->standard();
  std::set<std::string> tried;
  for (const Proposal& proposal : tuner->propose(8)) {
    tried.insert(std::to_string(proposal.tunables.at("BLOCK")) + " " + std::to_string(proposal.tunables.at("ITEMS")));
    Proposal found = proposal;
    found.tunables["BLOCK"] = standard.tunables.at("BLOCK");
    found.tunables["ITEMS"] = standard.tunables.at("ITEMS");
    EXPECT_EQ(found, standard) << "what was found is as it was";
  }
  EXPECT_EQ(tried.size(), 8u);
}

TEST_F(TunerTest, ManyDeclaredValuesLeaveTheSearchItsBudget) {
  std::string values = "[32";
  for (int block = 64; block <= 1024; block += 32) values += ", " + std::to_string(block);
  const auto tuner = make("[tune]\nBLOCK = " + values + "]\nITEMS = [1, 2, 3, 4]\n", {.seed = 3, .budget = 40});
  size_t standard_elsewhere = 0;
  const auto proposed = tuner->propose(30);
  for (const Proposal& proposal : proposed) standard_elsewhere += proposal.tunables.at("max_registers") == 0 ? 1 : 0;
  EXPECT_LT(standard_elsewhere, proposed.size());
}

TEST_F(TunerTest, TheSameSeedProposesTheSame) {
  const std::string tune = "[tune]\nBLOCK = [32, 64, 96, 128, 256, 512]\nITEMS = [1, 2, 4, 8, 16, 32]\n";
  const TunerSettings settings{.strategy = "random", .seed = 5, .budget = 20, .find = false};
  const auto first = make(tune, settings), second = make(tune, settings);
  const auto other = make(tune, {.strategy = "random", .seed = 6, .budget = 20, .find = false});
  const auto proposed = first->propose(12);
  EXPECT_EQ(proposed, second->propose(12));
  EXPECT_NE(proposed, other->propose(12));
}

TEST_F(TunerTest, LearnsWhatIsFast) {
  std::string tune = "[tune]\nBLOCK = [32";
  for (int block = 64; block <= 1024; block += 32) tune += ", " + std::to_string(block);
  tune += "]\nITEMS = [1, 2, 3, 4, 5, 6, 7, 8]\n";
  const auto tuner = make(tune, {.strategy = "local", .seed = 3, .budget = 80, .find = false});
  const auto seconds = [](const Proposal& p) {
    const auto block = static_cast<double>(p.tunables.at("BLOCK")), items = static_cast<double>(p.tunables.at("ITEMS"));
    return 1e-6 * (1 + std::abs(block - 512) / 64 + std::abs(items - 4));
  };
  double early = 1, late = 1;
  for (int i = 0; i < 20; ++i) {
    for (const Proposal& proposal : tuner->propose(4)) {
      tuner->learn(proposal, search::Outcome::time(seconds(proposal)));
      double& best = i < 2 ? early : late;
      best = std::min(best, seconds(proposal));
    }
  }
  EXPECT_LT(late, early);
  EXPECT_LT(late, 2.1e-6) << "within one step of the optimum";
}

TEST_F(TunerTest, AfterARestartWhatWasForgottenMayComeAgainAndNothingElse) {
  const auto tuner = make("[tune]\nBLOCK = [128, 256, 512]\nITEMS = [1, 2]\n");
  const auto all = propose_all(*tuner);
  ASSERT_EQ(all.size(), 6u);
  tuner->restart(9, all[0], {all[2], all[4]});
  EXPECT_EQ(described(propose_all(*tuner)), described({all[2], all[4]}));
}

TEST_F(TunerTest, BeginsWithWhatWasBestBefore) {
  const std::string tune =
      "[tune]\nBLOCK = [32, 64, 96, 128, 256, 512]\nITEMS = [1, 2, 4]\nwhere = [\"BLOCK * ITEMS <= 1024\"]\n";
  TunerSettings settings{.strategy = "random", .find = false};
  settings.starts = {{{"BLOCK", 256}, {"ITEMS", 4}},
                     {{"BLOCK", 512}, {"ITEMS", 4}},                  // breaks the constraint
                     {{"BLOCK", 100}, {"ITEMS", 1}},                  // no value of BLOCK
                     {{"BLOCK", 128}, {"UNROLL", 8}, {"ITEMS", 2}}};  // UNROLL is gone since
  const auto proposed = make(tune, settings)->propose(3);
  ASSERT_EQ(proposed.size(), 3u);
  EXPECT_EQ(describe(proposed[0]), "BLOCK=32 ITEMS=1") << "as it is";
  EXPECT_EQ(describe(proposed[1]), "BLOCK=256 ITEMS=4");
  EXPECT_EQ(describe(proposed[2]), "BLOCK=128 ITEMS=2");
}

TEST_F(TunerTest, AdmitsWhatItCouldHaveProposed) {
  const auto tuner = make("[tune]\nBLOCK = [128, 256, 2048]\nITEMS = [1, 2]\nwhere = [\"BLOCK * ITEMS != 512\"]\n");
  const auto admits = [&](int64_t block, int64_t items) {
    return tuner->admits({{}, {}, {{"BLOCK", block}, {"ITEMS", items}}, {}, {}});
  };
  EXPECT_TRUE(admits(128, 2));
  EXPECT_FALSE(admits(256, 2)) << "a constraint";
  EXPECT_FALSE(admits(2048, 1)) << "no launch takes it";
  EXPECT_FALSE(admits(64, 1)) << "no value of BLOCK";
}

TEST_F(TunerTest, ConstraintsThatContradictEachOtherAreNamed) {
  const auto tuner = Tuner::make(
      problem(
          "[tune]\nBLOCK = [128, 256]\nITEMS = [1, 2]\nwhere = [\"ITEMS < 4\", \"BLOCK > 128\", \"BLOCK < 256\"]\n"),
      {.find = false});
  ASSERT_FALSE(tuner);
  const std::string text = describe(tuner.error());
  EXPECT_NE(text.find("BLOCK > 128"), std::string::npos) << text;
  EXPECT_NE(text.find("BLOCK < 256"), std::string::npos) << text;
  EXPECT_EQ(text.find("ITEMS < 4"), std::string::npos) << "it has no part in it: " << text;
}

TEST_F(TunerTest, ThatThereIsNothingToTuneIsSaid) {
  std::string head = k_head;
  head.replace(head.find("BLOCK * ITEMS"), 13, "128");
  head.replace(head.find("\"BLOCK\""), 7, "128");
  const auto tuner = Tuner::make(problem("", head), {.find = false});
  ASSERT_FALSE(tuner);
  EXPECT_NE(tuner.error().what.find("nothing to tune"), std::string::npos);
  EXPECT_NE(tuner.error().mend.find("[tune]"), std::string::npos);
}

TEST_F(TunerTest, AStrategyThatIsNoneIsRefused) {
  const auto tuner = Tuner::make(problem("[tune]\nBLOCK = [128, 256]\nITEMS = [1, 2]\n"), {.strategy = "guess"});
  ASSERT_FALSE(tuner);
  EXPECT_NE(tuner.error().what.find("guess"), std::string::npos);
}

}  // namespace tuner_test
}  // namespace whet
