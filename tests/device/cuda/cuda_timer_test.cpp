// The timer against a driver that keeps virtual time: what is queued in which order, and what of it is counted.
#include "device/cuda/cuda_timer.h"

#include <gtest/gtest.h>

#include "device/fake_driver.h"

namespace whet {

namespace cuda_timer_test {

using Steps = std::vector<std::string>;
using Cache = SamplingPlan::Cache;

class CudaTimerTest : public testing::Test {
 protected:
  void SetUp() override {
    driver_ = CudaLibrary::open({WHET_FAKE_DRIVER}, "the driver").value();
    fake_ = reinterpret_cast<test::FakeDriverOf>(driver_.symbol("fake_driver"))();
    *fake_ = {};
    const auto enqueue = [this](const Launch& launch, void* stream) -> Result<void> {
      if (!functions_.contains(launch.kernel))
        TRY_VOID(driver_.call("cuModuleGetFunction", &functions_[launch.kernel], stream, launch.kernel.c_str()));
      void** const none = nullptr;
      return driver_.call("cuLaunchKernel", functions_[launch.kernel], 1u, 1u, 1u, 1u, 1u, 1u, 0u, stream, none, none);
    };
    const auto is_host_code = [this](const Launch&) { return host_code_; };
    timer_ = CudaTimer::open(driver_, 0, {enqueue, is_host_code}).value();
    fake_->steps.clear();
  }

  static Launch launch(const std::string& kernel) {
    Launch launch;
    launch.kernel = kernel;
    return launch;
  }

  static SamplingPlan plan(Cache cache, int samples) {
    SamplingPlan plan;
    plan.cache = cache;
    plan.samples = samples;
    plan.warm_ups = 0;
    return plan;
  }

  CudaLibrary driver_;
  test::FakeDriver* fake_ = nullptr;
  std::map<std::string, void*> functions_;
  bool host_code_ = false;
  std::unique_ptr<CudaTimer> timer_;
};

TEST_F(CudaTimerTest, AColdSampleIsFlushedGatedAndStamped) {
  const auto found = timer_->sample({launch("k")}, plan(Cache::cold, 1));
  ASSERT_TRUE(found.ok()) << describe(found.error());
  const Steps expected = {"whet_stamp", "whet_touch", "whet_touch", "whet_gate", "event", "k", "event", "whet_stamp"};
  EXPECT_EQ(Steps(fake_->steps.begin(), fake_->steps.begin() + 8), expected);
  EXPECT_FALSE(fake_->waited_behind_closed_gate);
}

TEST_F(CudaTimerTest, OnlyTheKernelIsCounted) {
  const auto found = timer_->sample({launch("k"), launch("k2")}, plan(Cache::cold, 3));
  ASSERT_EQ(found->samples.size(), 3u);
  for (const Sample& sample : found->samples) {
    EXPECT_NEAR(sample.seconds, 200e-6, 1e-7) << "two launches";
    EXPECT_NEAR(sample.sm_clock_hz, 1.98e9, 2e7);
  }
  EXPECT_NEAR(found->empty_seconds, 2e-6, 1e-7);
  EXPECT_EQ(found->unrolled, 1);
}

TEST_F(CudaTimerTest, PersistingLinesAreForgottenBeforeEverySample) {
  const int before = fake_->persisting_resets;
  ASSERT_TRUE(timer_->sample({launch("k")}, plan(Cache::cold, 5)).ok());
  EXPECT_GE(fake_->persisting_resets - before, 5);
}

TEST_F(CudaTimerTest, WarmUpsAreNotSamplesAndNotGated) {
  SamplingPlan warm = plan(Cache::cold, 1);
  warm.warm_ups = 2;
  const auto found = timer_->sample({launch("k")}, warm);
  EXPECT_EQ(found->samples.size(), 1u);
  const auto gate = std::find(fake_->steps.begin(), fake_->steps.end(), "whet_gate");
  EXPECT_EQ(std::count(fake_->steps.begin(), gate, "k"), 2);
}

TEST_F(CudaTimerTest, AShortHotKernelIsUnrolledInAGraph) {
  fake_->kernel_seconds = 5e-6;
  const auto found = timer_->sample({launch("k")}, plan(Cache::hot, 2));
  ASSERT_TRUE(found.ok()) << describe(found.error());
  EXPECT_NEAR(found->unrolled, 400, 1);
  for (const Sample& sample : found->samples) EXPECT_NEAR(sample.seconds, 5e-6, 1e-8);
  EXPECT_GE(std::count(fake_->steps.begin(), fake_->steps.end(), "graph"), 2);
  EXPECT_EQ(std::count(fake_->steps.begin(), fake_->steps.end(), "whet_touch"), 0) << "L2 stays as it is";
}

TEST_F(CudaTimerTest, ALongHotKernelIsNot) {
  const auto found = timer_->sample({launch("k")}, plan(Cache::hot, 2));
  EXPECT_EQ(found->unrolled, 1);
  EXPECT_NEAR(found->samples[1].seconds, 100e-6, 1e-7);
}

TEST_F(CudaTimerTest, TheCallerMayFixHowOftenASampleRepeats) {
  fake_->kernel_seconds = 5e-6;
  SamplingPlan fixed = plan(Cache::hot, 1);
  fixed.unroll = 10;
  EXPECT_EQ(timer_->sample({launch("k")}, fixed)->unrolled, 10);
}

TEST_F(CudaTimerTest, BuffersAreUsedInTurn) {
  SamplingPlan rotating = plan(Cache::cold, 4);
  rotating.sets = 3;
  rotating.first_set = 2;
  ASSERT_TRUE(timer_->sample({launch("a"), launch("b"), launch("c")}, rotating).ok());
  Steps kernels;
  for (const std::string& step : fake_->steps) {
    if (step.size() == 1) kernels.push_back(step);
  }
  EXPECT_EQ(kernels, (Steps{"c", "a", "b", "c"}));
  rotating.sets = 2;
  EXPECT_FALSE(timer_->sample({launch("a"), launch("b"), launch("c")}, rotating).ok()) << "no whole groups";
}

TEST_F(CudaTimerTest, ALaunchThatFailsDoesNotLeaveTheGateClosed) {
  fake_->failing = "k";
  const auto found = timer_->sample({launch("k")}, plan(Cache::cold, 1));
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().what.find("cuLaunchKernel"), std::string::npos);
  EXPECT_TRUE(driver_.call("cuCtxSynchronize").ok());
  EXPECT_FALSE(fake_->waited_behind_closed_gate);
}

TEST_F(CudaTimerTest, AGateThatOpenedByItselfSpoilsTheSample) {
  fake_->gate_times_out = true;
  const auto found = timer_->sample({launch("k")}, plan(Cache::cold, 1));
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().mend.find("host_time"), std::string::npos);
}

TEST_F(CudaTimerTest, ASampleWithTheClockDownIsTakenAgain) {
  ASSERT_TRUE(timer_->sample({launch("k")}, plan(Cache::cold, 10)).ok());
  fake_->clocks_hz.assign(1, 1.0e9);
  const auto low = timer_->sample({launch("k")}, plan(Cache::cold, 1));
  ASSERT_TRUE(low.ok());
  EXPECT_EQ(low->discarded, 8);
  ASSERT_FALSE(low->notes.empty());
  EXPECT_NE(low->notes.front().find("75 %"), std::string::npos);
}

TEST_F(CudaTimerTest, HostCodeIsNeverHeldByTheGate) {
  host_code_ = true;
  ASSERT_TRUE(timer_->sample({launch("solve")}, plan(Cache::cold, 2)).ok());
  const auto solve = std::find(fake_->steps.begin(), fake_->steps.end(), "solve");
  EXPECT_EQ(std::count(fake_->steps.begin(), solve, "whet_gate"), 0);
}

TEST_F(CudaTimerTest, ManyLaunchesAreNotHeldEither) {
  ASSERT_TRUE(timer_->sample(std::vector<Launch>(65, launch("k")), plan(Cache::cold, 1)).ok());
  const auto first = std::find(fake_->steps.begin(), fake_->steps.end(), "k");
  EXPECT_EQ(std::count(fake_->steps.begin(), first, "whet_gate"), 0);
}

TEST_F(CudaTimerTest, TheHostsClockNeedsNoGate) {
  SamplingPlan host = plan(Cache::cold, 1);
  host.method = SamplingPlan::Method::host_time;
  const auto found = timer_->sample({launch("k")}, host);
  ASSERT_TRUE(found.ok());
  EXPECT_GT(found->samples.front().seconds, 0);
  EXPECT_EQ(std::count(fake_->steps.begin(), fake_->steps.end(), "whet_gate"), 0);
}

TEST_F(CudaTimerTest, WhatIsNotHereIsANote) {
  SamplingPlan observed = plan(Cache::cold, 1);
  observed.observe = true;
  const auto found = timer_->sample({launch("k")}, observed);
  ASSERT_TRUE(found.ok());
  const bool told = !found->notes.empty() && found->notes.front().starts_with("NVML is not here");
  EXPECT_EQ(told, !found->before.known);
}

}  // namespace cuda_timer_test
}  // namespace whet
