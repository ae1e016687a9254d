// Several proposers share the rounds, by what each brought.
#include "propose/team.h"

#include <gtest/gtest.h>

#include <numeric>

namespace whet {
namespace team_test {

// Proposes without end, or so many.
class Endless : public Proposer {
 public:
  explicit Endless(std::string name, size_t left = 1000) : name_(std::move(name)), left_(left) {}
  std::string name() const override { return name_; }
  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    for (; count > 0 && left_ > 0; --count, --left_) proposals.push_back({name_, {}, {{"n", ++number_}}, {}, {}});
    return proposals;
  }
  Proposal standard() const override { return {}; }
  bool admits(const Proposal& proposal) const override { return proposal.source == name_; }
  void learn(const Proposal&, const search::Outcome&) override {}
  void hear(const Proposal&, const ProposalVerdict&) override { ++heard; }
  void led_by(const Proposal&, double) override { ++leaders; }
  void restart(uint64_t, const Proposal&, const std::vector<Proposal>&) override {}

  size_t heard = 0, leaders = 0;

 private:
  std::string name_;
  size_t left_;
  int64_t number_ = 0;
};

size_t count_of(const std::vector<Proposal>& proposals, const std::string& name) {
  return static_cast<size_t>(
      std::count_if(proposals.begin(), proposals.end(), [&](const Proposal& each) { return each.source == name; }));
}

TEST(Team, AllBeginAlike) {
  Endless a("a"), b("b"), c("c");
  ProposerTeam team({{a}, {b}, {c}}, Sharing::by_gain);
  const auto proposals = team.propose(30);
  EXPECT_EQ(count_of(proposals, "a"), 10u);
  EXPECT_EQ(count_of(proposals, "b"), 10u);
}

TEST(Team, RoundsOfOneAreSharedToo) {
  Endless a("a"), b("b");
  ProposerTeam team({{a}, {b}}, Sharing::by_gain);
  std::vector<Proposal> all;
  for (int i = 0; i < 10; ++i) {
    for (const Proposal& each : team.propose(1)) all.push_back(each);
  }
  EXPECT_EQ(count_of(all, "a"), 5u);
}

TEST(Team, WhoBroughtTheLeaderHasMoreForAWhile) {
  Endless a("a"), b("b"), c("c");
  ProposerTeam team({{a}, {b}, {c}}, Sharing::by_gain);
  team.led_by({"b", {}, {}, {}, {}}, 2.0);
  const double at_once = team.shares()[1];
  EXPECT_GT(at_once, 0.55);
  const std::vector<double> shares = team.shares();
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-9);
  const auto proposals = team.propose(20);
  EXPECT_GT(count_of(proposals, "b"), 11u);
  EXPECT_GE(count_of(proposals, "a"), 2u) << "nobody is left without a share";
  for (int i = 0; i < 30; ++i) team.propose(1);
  EXPECT_LT(team.shares()[1], 0.4) << "what was brought long ago counts no more";
}

TEST(Team, NobodyFallsBelowTheFloor) {
  Endless a("a"), b("b");
  ProposerTeam team({{a}, {b}}, Sharing::by_gain);
  for (int i = 0; i < 50; ++i) team.led_by({"a", {}, {}, {}, {}}, 10);
  EXPECT_GE(team.shares()[1], 0.1);
  team.led_by({"b", {}, {}, {}, {}}, 0.5);
  EXPECT_GE(team.shares()[1], 0.1) << "a slower leader is no gain";
}

TEST(Team, WhatOneLeavesTheOthersTake) {
  Endless a("a", 2), b("b");
  ProposerTeam team({{a}, {b}}, Sharing::by_gain);
  EXPECT_EQ(count_of(team.propose(10), "b"), 8u);
  EXPECT_EQ(team.propose(10).size(), 10u);
}

TEST(Team, EveryMemberHearsOfEveryCandidateAndLeader) {
  Endless a("a"), b("b");
  ProposerTeam team({{a}, {b}}, Sharing::by_gain);
  team.hear({"a", {}, {}, {}, {}}, {});
  team.led_by({"a", {}, {}, {}, {}}, 1.5);
  EXPECT_EQ(a.heard + b.heard, 2u);
  EXPECT_EQ(a.leaders + b.leaders, 2u);
}

}  // namespace team_test
}  // namespace whet
