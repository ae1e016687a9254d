// Calls are written down before their answers are used, counted, and held to limits.
#include "consult/calls/mind_calls.h"

#include <gtest/gtest.h>

#include <map>

#include "support/fake_mind.h"

namespace whet::consult {
namespace mind_calls_test {

class MindCallsTest : public testing::Test {
 protected:
  Result<MindCalls> make(const MindLimits& limits = {}, std::optional<MindPrice> price = MindPrice{.input = 1e6}) {
    std::vector<OpenedMind> minds(1);
    minds[0].mind = std::make_unique<test::FakeMind>(script_);
    minds[0].price = price;
    lost_ = minds[0].lost;
    auto calls = MindCalls::make(std::move(minds), limits);
    if (!calls) return calls;
    CallServices services;
    services.journal = [this](const std::string& name, const std::function<Result<Json>()>& make) -> Result<Json> {
      if (const auto known = journal_.find(name); known != journal_.end()) return known->second;
      TRY(value, make());
      // As the store keeps it.
      TRY(stored, Json::parse(value.dump(-1)));
      return journal_[name] = stored;
    };
    services.asking = [this](const std::string& mind) { told_.push_back(mind); };
    calls->serve_with(std::move(services));
    return calls;
  }

  test::FakeMindScript script_;
  std::map<std::string, Json> journal_;
  std::shared_ptr<std::vector<MindUsage>> lost_;
  std::vector<std::string> told_;  // who is asked
};

TEST_F(MindCallsTest, AnAnswerThatIsInTheJournalCostsNothing) {
  script_.answers = {test::fake_answer("one", true)};
  EXPECT_EQ(make()->ask(0, {"c", "f", {}})->text, "one");
  auto again = make();
  const auto answer = again->ask(0, {"c", "f", {}});
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->text, "one");
  EXPECT_TRUE(answer->cut);
  EXPECT_EQ(script_.asked.size(), 1u);
  EXPECT_EQ(told_, std::vector<std::string>{"fake:one"}) << "who is waited for is told, and only then";
  EXPECT_EQ(again->spent().calls, 1) << "it counts as before";
  EXPECT_EQ(again->spent().usage, script_.answers[0].usage);
  EXPECT_DOUBLE_EQ(again->spent().dollars, 100);
}

TEST_F(MindCallsTest, TheSameRequestMadeTwiceHasTwoAnswers) {
  script_.answers = {test::fake_answer("one"), test::fake_answer("two")};
  for (int run = 0; run < 2; ++run) {
    auto calls = make();
    EXPECT_EQ(calls->ask(0, {"c", "f", {}})->text, "one");
    EXPECT_EQ(calls->ask(0, {"c", "f", {}})->text, "two");
  }
  EXPECT_EQ(script_.asked.size(), 2u);
}

TEST_F(MindCallsTest, EveryPartOfARequestCounts) {
  const MindPrompt prompt{"c", "f", {{"a", "r"}}};
  const std::string hash = hash_of("m", prompt);
  EXPECT_EQ(hash, hash_of("m", prompt));
  for (const MindPrompt& other : std::vector<MindPrompt>{{"c2", "f", {{"a", "r"}}},
                                                         {"c", "f2", {{"a", "r"}}},
                                                         {"c", "f", {{"a2", "r"}}},
                                                         {"c", "f", {{"a", "r2"}}},
                                                         {"c", "f", {}}})
    EXPECT_NE(hash_of("m", other), hash);
  EXPECT_NE(hash_of("n", prompt), hash);
}

TEST_F(MindCallsTest, ACallThatFailsIsAskedAgainLater) {
  auto calls = make();
  EXPECT_EQ(calls->ask(0, {"c", "f", {}}).error().what, "the server cannot be reached");
  EXPECT_TRUE(journal_.empty());
  script_.answers = {test::fake_answer("one")};
  EXPECT_EQ(calls->ask(0, {"c", "f", {}})->text, "one");
}

TEST_F(MindCallsTest, WhatTriesWithoutAnAnswerUsedIsCounted) {
  script_.answers = {test::fake_answer("one")};
  auto calls = make();
  lost_->push_back({.input = 7, .known = true});
  ASSERT_TRUE(calls->ask(0, {"c", "f", {}}));
  EXPECT_EQ(calls->spent().calls, 1);
  EXPECT_EQ(calls->spent().usage.input, 107);
}

TEST_F(MindCallsTest, LimitsThatCannotBeHeldAreRefused) {
  EXPECT_FALSE(make({.dollars = 1.0}, std::nullopt));
  EXPECT_TRUE(make({.dollars = 1.0}));
}

TEST_F(MindCallsTest, ACallWhoseAnswerCouldExceedALimitIsNotMade) {
  script_.answers = {test::fake_answer("one")};
  EXPECT_FALSE(make({.tokens = 1000})->ask(0, {"c", "f", {}}));
  EXPECT_TRUE(script_.asked.empty());
  EXPECT_TRUE(make({.tokens = 100'000})->ask(0, {"c", "f", {}}));
}

TEST_F(MindCallsTest, AMindThatStopsSayingWhatItUsesIsNotAskedAgainUnderALimit) {
  script_.answers = {{"one", false, {}}, test::fake_answer("two")};
  auto calls = make({.tokens = 1'000'000});
  ASSERT_TRUE(calls->ask(0, {"c", "f", {}}));
  EXPECT_FALSE(calls->ask(0, {"c", "g", {}}));
  EXPECT_EQ(script_.asked.size(), 1u);
}

TEST_F(MindCallsTest, ATextIsMadeOnceForARun) {
  int made = 0;
  for (int run = 0; run < 2; ++run) {
    auto calls = make();
    const auto text =
        calls->keep("constant", [&]() -> Result<std::string> { return "text " + std::to_string(++made); });
    EXPECT_EQ(*text, "text 1");
  }
}

}  // namespace mind_calls_test
}  // namespace whet::consult
