#include "propose/kernel_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "propose/team.h"

namespace whet {
namespace kernel_writer_test {

write::WrittenKernel kernel(const std::string& schedule, int64_t threads, int64_t vector) {
  write::WrittenKernel made;
  made.schedule = schedule;
  made.constants = {{"kThreads", threads, ""}, {"kVector", vector, ""}};
  made.source = "// " + made.describe();
  made.launches = {{schedule, {"\"x\""}, "1", threads}};
  return made;
}

std::vector<write::WrittenKernel> six() {
  return {kernel("rows", 128, 4), kernel("rows", 256, 4), kernel("rows", 256, 1),
          kernel("map", 128, 4),  kernel("map", 256, 4),  kernel("map", 512, 1)};
}

TEST(KernelWriterTest, ProposesEachKernelOnceInTheirOrder) {
  KernelWriter writer(six());
  const auto first = writer.propose(2), rest = writer.propose(10);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].memo, "written: rows kThreads=128 kVector=4");
  EXPECT_EQ(first[1].memo, "written: rows kThreads=256 kVector=4");
  EXPECT_EQ(rest.size(), 4u);
  EXPECT_TRUE(writer.propose(1).empty());
}

TEST(KernelWriterTest, BeginsWithWhatWasBestBefore) {
  const auto memo = [](const write::WrittenKernel& of) { return proposal_of(of).memo; };
  KernelWriter writer(six(),
                      {memo(kernel("map", 256, 4)), "written: by another version", memo(kernel("rows", 256, 1))});
  const auto all = writer.propose(6);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].memo, "written: map kThreads=256 kVector=4");
  EXPECT_EQ(all[1].memo, "written: rows kThreads=256 kVector=1");
  EXPECT_EQ(all[2].memo, "written: rows kThreads=128 kVector=4");
  EXPECT_EQ(all[5].memo, "written: map kThreads=512 kVector=1");
}

TEST(KernelWriterTest, TakesTurnsBetweenTheNextKernelAndTheOneNearestToTheFastest) {
  KernelWriter writer(six());
  const Proposal fast = proposal_of(kernel("map", 256, 4)), slow = proposal_of(kernel("rows", 128, 4));
  writer.learn(slow, search::Outcome::time(2e-3));
  writer.learn(fast, search::Outcome::time(1e-3));
  const auto next = writer.propose(2);
  ASSERT_EQ(next.size(), 2u);
  EXPECT_EQ(next[0].memo, "written: rows kThreads=256 kVector=4");
  EXPECT_EQ(next[1].memo, "written: map kThreads=128 kVector=4");
}

// Threads carry out no method, and kVector=1 of other threads is another kernel.
TEST(KernelWriterTest, ANumberThatCarriesOutAMethodIsAPart) {
  const KernelWriter writer(six());
  const Proposal wide = proposal_of(kernel("rows", 256, 4));
  const auto parts = writer.parts(wide);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].name, "kVector 1 -> 4");
  EXPECT_EQ(parts[0].method, "memory.vectorized_access");
  const auto plain = writer.without(wide, {parts[0].name});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->memo, "written: rows kThreads=256 kVector=1");
  EXPECT_TRUE(writer.is_whole(wide));
  EXPECT_TRUE(writer.parts(proposal_of(kernel("map", 256, 4))).empty());
  EXPECT_TRUE(writer.parts(*plain).empty());
}

write::WrittenKernel predicted(write::WrittenKernel of, double seconds) {
  of.predicted_seconds = of.predicted_overall = seconds;
  return of;
}

// Rows are predicted to be best, and measure three times as slow as that.
std::vector<write::WrittenKernel> misjudged() {
  return {predicted(kernel("rows", 128, 4), 1e-3),   predicted(kernel("rows", 256, 4), 1.1e-3),
          predicted(kernel("rows", 512, 1), 1.2e-3), predicted(kernel("map", 128, 4), 1.3e-3),
          predicted(kernel("map", 256, 1), 1.5e-3),  predicted(kernel("map", 128, 1), 9e-3)};
}

TEST(KernelWriterTest, WhatWasMeasuredCorrectsWhatIsPredictedOfTheLikesOfIt) {
  KernelWriter writer(misjudged());
  const auto first = writer.propose(1);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].memo, "written: rows kThreads=128 kVector=4");
  writer.learn(first[0], search::Outcome::time(3e-3));
  writer.learn(proposal_of(kernel("map", 128, 4)), search::Outcome::time(1.3e-3));
  std::vector<std::string> memos;
  for (const Proposal& each : writer.propose(10)) memos.push_back(each.memo);
  const std::vector<std::string> expected = {
      "written: map kThreads=256 kVector=1",   // the likes of the fastest, by what is expected
      "written: rows kThreads=256 kVector=4",  // of those that are clearly slower by now the likeliest
      "written: rows kThreads=512 kVector=1", "written: map kThreads=128 kVector=1"};
  EXPECT_EQ(memos, expected);
}

TEST(KernelWriterTest, NumbersBesideTheListAreTriedOnceTheirScheduleLeads) {
  KernelWriter writer({predicted(kernel("rows", 128, 4), 1e-3), predicted(kernel("map", 128, 4), 1e-3)}, {},
                      {predicted(kernel("rows", 64, 4), 0.9e-3), predicted(kernel("map", 64, 4), 0.9e-3)});
  const auto first = writer.propose(10);
  ASSERT_EQ(first.size(), 2u) << "nothing leads yet";
  writer.learn(first[0], search::Outcome::time(2e-3));
  writer.learn(first[1], search::Outcome::time(1e-3));
  const auto next = writer.propose(10);
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next[0].memo, "written: map kThreads=64 kVector=4");
  EXPECT_TRUE(writer.admits(proposal_of(kernel("rows", 64, 4)))) << "a resumed run may bring it";
}

TEST(KernelWriterTest, WhatFailedCorrectsNothing) {
  KernelWriter writer(misjudged());
  const auto first = writer.propose(1);
  writer.learn(first[0], search::Outcome::failed(search::Failure::wrong));
  EXPECT_EQ(writer.propose(1)[0].memo, "written: rows kThreads=256 kVector=4");
}

TEST(KernelWriterTest, AdmitsItsOwnKernelsOnly) {
  const KernelWriter writer(six());
  Proposal own = proposal_of(kernel("rows", 128, 4));
  EXPECT_TRUE(writer.admits(own));
  EXPECT_FALSE(writer.admits({}));
  own.sidecar += "flags = []\n";
  EXPECT_FALSE(writer.admits(own));
}

// Proposes numbers 1, 2, 3 and so on up to a limit.
class Counting : public Proposer {
 public:
  explicit Counting(int64_t most) : most_(most) {}
  std::string name() const override { return "counting"; }
  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    while (proposals.size() < count && last_ < most_) proposals.push_back({{}, {}, {{"N", ++last_}}, {}, {}});
    return proposals;
  }
  Proposal standard() const override { return {{}, {}, {{"N", 0}}, {}, {}}; }
  bool admits(const Proposal& proposal) const override { return proposal.tunables.contains("N"); }
  void learn(const Proposal&, const search::Outcome&) override { ++learned; }
  void restart(uint64_t, const Proposal& best, const std::vector<Proposal>& forgotten) override {
    started = best;
    left_out = forgotten.size();
  }
  int learned = 0;
  Proposal started;
  size_t left_out = 0;

 private:
  int64_t most_, last_ = 0;
};

std::string kinds(const std::vector<Proposal>& proposals) {
  std::string text;
  for (const Proposal& each : proposals) text += each.source.empty() ? 'c' : 'w';
  return text;
}

TEST(ProposerTeamTest, SharesARoundAndFillsItWhenOneHasNoMore) {
  KernelWriter writer(six());
  Counting counting(100);
  ProposerTeam team({{writer, 0.75}, {counting, 1}});
  EXPECT_EQ(team.name(), "writer, counting");
  EXPECT_EQ(kinds(team.propose(4)), "wwwc");
  EXPECT_EQ(kinds(team.propose(4)), "wwwc");
  EXPECT_EQ(kinds(team.propose(4)), "cccc");
}

TEST(ProposerTeamTest, NobodyIsLeftOutOfSmallRounds) {
  for (const size_t batch : {1, 2, 3}) {
    KernelWriter writer(six());
    Counting counting(100);
    ProposerTeam team({{writer, 0.75}, {counting, 1}});
    std::string all;
    while (all.size() < 6) all += kinds(team.propose(batch));
    EXPECT_EQ(std::count(all.begin(), all.end(), 'w'), 4) << batch << ": " << all;
  }
}

TEST(ProposerTeamTest, TellsAnOutcomeToWhoProposedIt) {
  KernelWriter writer(six());
  Counting counting(1);
  ProposerTeam team({{writer, 0.75}, {counting, 1}});
  team.learn(proposal_of(six()[0]), search::Outcome::time(1));
  EXPECT_EQ(counting.learned, 0);
  team.learn({{}, {}, {{"N", 1}}, {}, {}}, search::Outcome::time(1));
  EXPECT_EQ(counting.learned, 1);
  team.restart(1, proposal_of(six()[0]), {proposal_of(six()[1]), {{}, {}, {{"N", 1}}, {}, {}}});
  EXPECT_EQ(counting.started, proposal_of(six()[0]));
  EXPECT_EQ(counting.left_out, 1u);
  EXPECT_EQ(team.standard(), counting.standard());
}

// A plan that asks for these methods, in this order.
Orders ordered(const std::vector<std::string>& methods) {
  Orders orders;
  orders.plan.emplace();
  const MethodCatalog catalog = load_methods(Knowledge{});
  for (const std::string& id : methods) orders.plan->methods.push_back({*catalog.find(id), {}, {}, false});
  return orders;
}

std::vector<std::string> schedules(KernelWriter& writer) {
  std::vector<std::string> list;
  for (const Proposal& each : writer.propose(10)) list.push_back(each.memo.substr(9, each.memo.find(' ', 9) - 9));
  return list;
}

std::vector<write::WrittenKernel> nearly_alike() {
  return {predicted(kernel("map", 128, 4), 1e-3), predicted(kernel("rows", 128, 4), 1.04e-3),
          predicted(kernel("tiles", 128, 4), 1.06e-3), predicted(kernel("stencil", 128, 4), 1.5e-3)};
}

TEST(KernelWriterTest, WhatThePlanAsksForComesEarlierAmongKernelsThatAreNearlyAlike) {
  KernelWriter writer(nearly_alike(), {}, {}, true);
  EXPECT_TRUE(writer.wants_orders());
  writer.take(ordered({"memory.bank_conflict", "memory.tiling_smem"}));
  EXPECT_EQ(schedules(writer), (std::vector<std::string>{"tiles", "map", "rows", "stencil"}));
}

TEST(KernelWriterTest, ThePlanDoesNotOutweighWhatIsPredictedToBeFarFaster) {
  KernelWriter writer(nearly_alike(), {}, {}, true);
  writer.take(ordered({"compute.thread_coarsening"}));
  EXPECT_EQ(schedules(writer), (std::vector<std::string>{"map", "rows", "tiles", "stencil"}));
}

TEST(KernelWriterTest, WhatAllCarryChangesNothingAndWithoutAPlanNothingIsAsked) {
  KernelWriter writer(nearly_alike(), {}, {}, true), without(nearly_alike());
  writer.take(ordered({"memory.vectorized_access"}));
  EXPECT_EQ(schedules(writer), schedules(without));
  EXPECT_FALSE(without.wants_orders());
}

TEST(KernelWriterTest, StartsStayFirstWhateverIsPlanned) {
  KernelWriter writer(nearly_alike(), {proposal_of(kernel("stencil", 128, 4)).memo}, {}, true);
  writer.take(ordered({"memory.bank_conflict"}));
  EXPECT_EQ(schedules(writer).front(), "stencil");
}

}  // namespace kernel_writer_test
}  // namespace whet
