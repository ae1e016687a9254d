// R7: what may be handed out has been under the checks of the virtual GPU, whatever device it is for.
#include "judge/check/watched_run.h"

#include "judge_fixture.h"

namespace whet {
namespace watched_run_test {

constexpr const char* k_racing = R"(
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (threadIdx.x != 255) return;
  float sum = 0;
  for (int j = 0; j < 256; ++j) sum += part[j];
  out[blockIdx.x] = sum;
  if (blockIdx.x > 0) out[blockIdx.x - 1] += 0;
})";
// For one size and no other.
constexpr const char* k_specialised = R"(
__global__ void block_sum(const float* in, float* out, int n) {
  if (threadIdx.x > 0) return;
  float sum = 0;
  const int first = blockIdx.x * 256, many = gridDim.x == 4096 ? 256 : 255;
  for (int j = first; j < first + many; ++j) sum += in[j];
  out[blockIdx.x] = sum;
})";

// Right when blocks come in the order of their numbers, and no access of it is a race by the word: all are volatile.
constexpr const char* k_ordered = R"(
__global__ void block_sum(const float* in, volatile float* out, int n) {
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (int j = blockIdx.x * 256; j < min(n, blockIdx.x * 256 + 256); ++j) sum += in[j];
  const float before = blockIdx.x > 0 ? out[blockIdx.x - 1] : 0;
  out[blockIdx.x] = before >= 0 && before <= 256 ? sum : 0;
})";
// Waits for the block before it by its number, as scans do.
constexpr const char* k_waits_for_the_block_before = R"(
__device__ volatile int turn;
__global__ void block_sum(const float* in, float* out, int n) {
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (int j = blockIdx.x * 256; j < min(n, blockIdx.x * 256 + 256); ++j) sum += in[j];
  while (turn != blockIdx.x) continue;
  out[blockIdx.x] = sum;
  __threadfence();
  turn = blockIdx.x + 1 == gridDim.x ? 0 : blockIdx.x + 1;
})";

class WatchedRunTest : public test::JudgeTest {
 protected:
  CheckReport watched(const Problem& problem, const std::string& source, bool on_gpu) {
    const auto candidate = with_candidate(problem, "c.cu", source);
    const auto cases = build_cases(*candidate, candidate->cases, {}, *device_, compiler_);
    EXPECT_TRUE(cases);
    const auto asked = oracle(problem);
    DeviceFacts facts = device_->facts();
    if (on_gpu) facts.is_virtual = false, facts.name = "cuda:0";
    CheckReport report;
    const auto done =
        watch_candidate(*candidate, *cases, 9, {knowledge_, files_, *asked, facts, nullptr, "", on_gpu}, report);
    EXPECT_TRUE(done) << (done ? "" : describe(done.error()));
    return report;
  }

  Problem at_size(int64_t n) {
    Problem problem = load("block_sum");
    problem.dims[0].value.expression = *Expression::parse(std::to_string(n));
    problem.cases.resize(1);
    return problem;
  }
};

TEST_F(WatchedRunTest, R7RacesBetweenBlocksAreInvalidAlsoForAGpu) {
  for (const bool on_gpu : {false, true}) {
    const CheckReport report = watched(load("block_sum"), k_racing, on_gpu);
    EXPECT_EQ(report.outcome, Outcome::invalid);
    EXPECT_NE(report.reason.find("race"), std::string::npos) << report.reason;
    ASSERT_EQ(report.trials.size(), 1u);
    EXPECT_EQ(report.trials[0].trial, "sanitized");
  }
}

TEST_F(WatchedRunTest, BlocksThatWaitForThoseBeforeThemAreNoFinding) {
  for (const int64_t n : {1000, 1 << 17}) {
    const CheckReport report = watched(at_size(n), k_waits_for_the_block_before, true);
    EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  }
}

TEST_F(WatchedRunTest, WhatNeedsItsBlocksInOneOrderIsWrong) {
  const CheckReport report = watched(at_size(4096), k_ordered, false);
  EXPECT_EQ(report.outcome, Outcome::wrong);
  EXPECT_NE(report.reason.find("order"), std::string::npos) << report.reason;
}

TEST_F(WatchedRunTest, WhatIsCleanIsSaidToHaveBeenWatched) {
  const Problem problem = load("block_sum");
  const CheckReport report = watched(problem, problem.source, true);
  EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  EXPECT_EQ(report.trials[0].what, "every access watched by the virtual GPU at n=1000");
}

TEST_F(WatchedRunTest, LargeSizesAreHalvedUntilTheyAreSmall) {
  const Problem problem = at_size(1 << 24);
  const auto cases = build_cases(problem, problem.cases, {}, *device_, compiler_);
  ASSERT_TRUE(cases);
  const WatchedSize size = watched_size(problem, *cases);
  EXPECT_FALSE(size.is_asked);
  EXPECT_LE(size.chosen.resolved.total_bytes, 1u << 20);
  EXPECT_EQ(size.chosen.resolved.dims[0].value, 1 << 17);
}

TEST_F(WatchedRunTest, OneThatIsRightAtItsOwnSizeAloneIsWatchedThere) {
  const CheckReport report = watched(at_size(1 << 20), k_specialised, true);
  EXPECT_EQ(report.outcome, Outcome::correct) << report.reason;
  ASSERT_EQ(report.trials.size(), 1u);
  EXPECT_EQ(report.trials[0].what, "every access watched by the virtual GPU at n=1048576");
}

}  // namespace watched_run_test
}  // namespace whet
