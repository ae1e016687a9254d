#include "vgpu/program/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace whet::vgpu {

namespace sampling_test {

GridWork work_of(uint64_t grid, const std::vector<uint64_t>& blocks, const auto& instructions) {
  GridWork work(grid);
  for (const uint64_t block : blocks) {
    const uint64_t each = instructions(block);
    work.add(block, {each, each, 0});
  }
  return work;
}

TEST(Sampling, AllBlocksAreAllBlocks) {
  const auto blocks = sample_blocks(100, k_all_blocks);
  ASSERT_EQ(blocks.size(), 100u);
  EXPECT_EQ(blocks.front(), 0u);
  EXPECT_EQ(blocks.back(), 99u);
}

TEST(Sampling, ASampleHasBothEndsAndNeighbours) {
  const auto blocks = sample_blocks(10000, 128);
  EXPECT_NEAR(static_cast<double>(blocks.size()), 128, 3);
  EXPECT_EQ(blocks.front(), 0u);
  EXPECT_EQ(blocks.back(), 9999u);
  EXPECT_TRUE(std::is_sorted(blocks.begin(), blocks.end()));
  size_t neighbours = 0;
  for (size_t i = 1; i < blocks.size(); ++i) neighbours += blocks[i] == blocks[i - 1] + 1;
  EXPECT_GT(neighbours, 100u);
}

TEST(Sampling, WhatWasRunFirstIsNotRunAgain) {
  const auto first = first_blocks(1000, k_as_needed);
  EXPECT_LE(first.size(), 20u);
  const auto more = further_blocks(first, work_of(1000, first, [](uint64_t) { return 10; }), 1'000'000);
  EXPECT_EQ(first.size() + more.size(), 1000u);
  for (const uint64_t block : first) EXPECT_FALSE(std::binary_search(more.begin(), more.end(), block));
}

TEST(Sampling, BlocksThatTakeLongAreSampled) {
  const auto first = first_blocks(100000, k_as_needed);
  const auto more = further_blocks(first, work_of(100000, first, [](uint64_t) { return 10000; }), 1'000'000);
  EXPECT_NEAR(static_cast<double>(first.size() + more.size()), 100, 30);
}

TEST(Sampling, OneLongBlockAmongIdleOnesIsNoReasonToSample) {
  const auto first = first_blocks(1000, k_as_needed);
  const auto work = work_of(1000, first, [](uint64_t block) { return block == 0 ? 100'000'000 : 10; });
  EXPECT_EQ(first.size() + further_blocks(first, work, 1'000'000).size(), 1000u);
}

TEST(Sampling, EqualBlocksLeaveNoErrorAndUnequalOnesDo) {
  const auto blocks = sample_blocks(10000, 128);
  EXPECT_EQ(sampling_error(work_of(10000, blocks, [](uint64_t) { return 50; })), 0);
  const auto uneven = [](uint64_t block) { return block * 2654435761u % 1000; };
  const double error = sampling_error(work_of(10000, blocks, uneven));
  EXPECT_GT(error, 0.02);
  EXPECT_LT(error, 0.1);
  std::vector<uint64_t> all(10000);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sampling_error(work_of(10000, all, uneven)), 0);
}

}  // namespace sampling_test

}  // namespace whet::vgpu
