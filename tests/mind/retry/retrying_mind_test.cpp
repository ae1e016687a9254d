#include "mind/retry/retrying_mind.h"

#include <gtest/gtest.h>

#include "support/fake_patience.h"

namespace whet {
namespace retrying_mind_test {

using std::chrono::milliseconds;

class ScriptedEndpoint : public Endpoint {
 public:
  explicit ScriptedEndpoint(std::vector<TryOutcome> outcomes) : outcomes_(std::move(outcomes)) {}
  std::string name() const override { return "scripted"; }
  TryOutcome try_once(const MindPrompt&, const std::function<bool()>&) override {
    return outcomes_.at(std::min(tries_++, outcomes_.size() - 1));
  }

 private:
  std::vector<TryOutcome> outcomes_;
  size_t tries_ = 0;
};

TryFailure passing(std::optional<milliseconds> wait = {}) {
  return {failed("busy"), true, wait, {}};
}

struct Asked {
  std::optional<MindAnswer> answer;
  std::string error;
  std::vector<milliseconds> waits;
  std::vector<MindUsage> lost;
};

Asked ask_scripted(std::vector<TryOutcome> outcomes, double chance = 1, bool is_stopped = false) {
  Asked asked;
  test::FakePatience patience;
  patience.chance = chance;
  RetryingMind mind(std::make_unique<ScriptedEndpoint>(std::move(outcomes)), {}, patience,
                    [&](const MindUsage& usage) { asked.lost.push_back(usage); });
  const auto answer = mind.ask({}, [&] { return is_stopped; });
  if (answer) asked.answer = *answer;
  if (!answer) asked.error = answer.error().what;
  asked.waits = patience.waits;
  return asked;
}

TEST(RetryingMind, AnAnswerIsGivenAtOnce) {
  const Asked asked = ask_scripted({MindAnswer{"kernel"}});
  EXPECT_EQ(asked.answer->text, "kernel");
  EXPECT_TRUE(asked.waits.empty());
}

TEST(RetryingMind, WaitsDoubleUpToALongestAndTriesAreBounded) {
  const Asked asked = ask_scripted({passing()});
  EXPECT_EQ(asked.error, "busy (tried 6 times)");
  EXPECT_EQ(asked.waits, (std::vector<milliseconds>{milliseconds(1000), milliseconds(2000), milliseconds(4000),
                                                    milliseconds(8000), milliseconds(16000)}));
}

TEST(RetryingMind, ChanceShortensAWaitToAtMostHalf) {
  EXPECT_EQ(ask_scripted({passing(), MindAnswer{}}, 0).waits, (std::vector<milliseconds>{milliseconds(500)}));
  EXPECT_EQ(ask_scripted({passing(), MindAnswer{}}, 0.5).waits, (std::vector<milliseconds>{milliseconds(750)}));
}

TEST(RetryingMind, WhatAServerAsksForIsTheLeast) {
  const Asked asked = ask_scripted({passing(milliseconds(30000)), passing(milliseconds(0)), MindAnswer{"late"}});
  EXPECT_EQ(asked.answer->text, "late");
  EXPECT_EQ(asked.waits, (std::vector<milliseconds>{milliseconds(30250), milliseconds(2000)}));
}

TEST(RetryingMind, AServerThatWantsTooLongAWaitIsNotWaitedFor) {
  const Asked asked = ask_scripted({passing(milliseconds(3'600'000)), MindAnswer{}});
  EXPECT_EQ(asked.error, "busy; the server asks to wait for 3600 s");
  EXPECT_TRUE(asked.waits.empty());
}

TEST(RetryingMind, WhatDoesNotPassIsNotTriedAgain) {
  const Asked asked = ask_scripted({TryFailure{failed("wrong key")}, MindAnswer{}});
  EXPECT_EQ(asked.error, "wrong key");
  EXPECT_TRUE(asked.waits.empty());
}

TEST(RetryingMind, AStopEndsTheWaiting) {
  const Asked asked = ask_scripted({passing(), MindAnswer{"unwanted"}}, 1, true);
  EXPECT_EQ(asked.error, "busy");
  EXPECT_EQ(asked.waits.size(), 1u);
}

TEST(RetryingMind, WhatTriesWithoutAnAnswerUsedIsTold) {
  TryFailure cut = passing();
  cut.usage = {10, 0, 0, 2, true};
  const Asked asked = ask_scripted({cut, passing(), MindAnswer{"whole"}});
  EXPECT_EQ(asked.lost, (std::vector<MindUsage>{cut.usage}));
}

TEST(SystemPatience, AWaitEndsAtAStop) {
  int questions = 0;
  EXPECT_FALSE(system_patience().wait(std::chrono::hours(1), [&] { return ++questions > 2; }));
  EXPECT_TRUE(system_patience().wait(milliseconds(5), [] { return false; }));
  EXPECT_GE(system_patience().random(), 0);
  EXPECT_LE(system_patience().random(), 1);
}

}  // namespace retrying_mind_test
}  // namespace whet
