#include "vgpu/program/block_deal.h"

#include <gtest/gtest.h>

namespace whet::vgpu {

namespace block_deal_test {

constexpr uint32_t k_sms = 4, k_places = 2;
constexpr uint64_t k_each = 10000;  // instructions of a block with one warp

GridWork works(const std::vector<uint64_t>& instructions) {
  GridWork work(instructions.size());
  for (size_t i = 0; i < instructions.size(); ++i) work.add(i, {instructions[i], instructions[i], 10});
  return work;
}

BlockDeal deal(const std::vector<uint64_t>& instructions) {
  return deal_blocks(works(instructions), k_sms, k_places, 1);
}

TEST(BlockDeal, EqualBlocksThatFitAreOneRoundAndFallEvenly) {
  const BlockDeal even = deal(std::vector<uint64_t>(8, k_each));
  EXPECT_NEAR(even.rounds, 1, 0.01);
  EXPECT_NEAR(even.work_share, 0.25, 0.01);
}

TEST(BlockDeal, OneMoreThanFitsStartsAnotherRound) {
  EXPECT_NEAR(deal(std::vector<uint64_t>(9, k_each)).rounds, 1.7, 0.3);
}

TEST(BlockDeal, IdleBlocksNeitherSpreadNorHideTheWork) {
  std::vector<uint64_t> one(1000, 1);
  one[0] = k_each * 1000;
  const BlockDeal lone = deal(one);
  EXPECT_NEAR(lone.work_share, 1, 0.01);
  const double mean = static_cast<double>(k_each) + 1;
  EXPECT_NEAR(lone.rounds, k_each * 1000 / mean, 0.05 * k_each * 1000 / mean);
}

TEST(BlockDeal, ALongBlockThatComesLastIsWaitedFor) {
  std::vector<uint64_t> first(64, k_each), last(64, k_each);
  first.front() = last.back() = 8 * k_each;
  EXPECT_GT(deal(last).rounds, deal(first).rounds * 1.3);
}

TEST(BlockDeal, ManyMoreBlocksThanPlacesLeaveAShortTail) {
  const BlockDeal many = deal(std::vector<uint64_t>(8 * 100 + 1, k_each));
  EXPECT_NEAR(many.rounds, 100.3, 1);
  EXPECT_NEAR(many.work_share, 0.25, 0.01);
}

TEST(BlockDeal, AGridOfMoreBlocksThanAreKeptApartStillHasItsLongOne) {
  GridWork work(100000);
  for (uint64_t i = 0; i < 100000; ++i) {
    const uint64_t each = i == 70001 ? 100000 * k_each : 10;
    work.add(i, {each, each, 1});
  }
  EXPECT_NEAR(deal_blocks(work, k_sms, k_places, 1).work_share, 1, 0.02);
}

TEST(BlockDeal, BlocksOfASampleStandForTheirNeighbours) {
  GridWork whole(4000), sample(4000);
  for (uint64_t i = 0; i < 4000; ++i) {
    const uint64_t each = 100 + i;
    whole.add(i, {each, each, 1});
    if (i % 40 == 20) sample.add(i, {each, each, 1});
  }
  const BlockDeal all = deal_blocks(whole, k_sms, k_places, 1), part = deal_blocks(sample, k_sms, k_places, 1);
  EXPECT_NEAR(part.instructions / all.instructions, 1, 0.02);
  EXPECT_NEAR(part.rounds / all.rounds, 1, 0.02);
}

}  // namespace block_deal_test

}  // namespace whet::vgpu
