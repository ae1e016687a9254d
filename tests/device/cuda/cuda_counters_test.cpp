// Counters and samples against a CUPTI that insists on order and sizes.
#include "device/cuda/cuda_counters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "device/cuda/cupti_pc_sampling.h"
#include "device/cuda/fake_cupti.h"

#if __has_include(<cupti_range_profiler.h>)

namespace whet {

namespace cuda_counters_test {

using Steps = std::vector<std::string>;

class CudaCountersTest : public testing::Test {
 protected:
  CudaCountersTest() : counters_(work()) {
    fake_ = {};
    fake_.metrics = {{"sm__cycles_elapsed.max", 1000}, {"dram__bytes_read.sum", 4096}, {"bad.ratio", 0.0 / 0.0}};
    fake_.reasons = {"smsp__pcsamp_warps_issue_stalled_long_scoreboard",
                     "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued",
                     "smsp__pcsamp_warps_issue_stalled_wait", "smsp__pcsamp_interval"};
  }

  CudaCounters::Work work() {
    CudaCounters::Work work;
    work.open_cupti = [] { return test::open_fake_cupti(); };
    work.make_current = [this] { return step("current"); };
    work.flush = [this] { return step("flush"); };
    work.launch = [this](const Launch&) { return launch_error_ ? Result<void>(*launch_error_) : step("launch"); };
    work.context = test::fake_context();
    work.clock_hz = 2e9;
    return work;
  }

  Result<void> step(const char* name) {
    steps_.emplace_back(name);
    return {};
  }

  Restore restore() {
    return [this] { return step("restore"); };
  }

  int count_of(const char* step) const { return static_cast<int>(std::count(steps_.begin(), steps_.end(), step)); }

  test::FakeCupti& fake_ = test::fake_cupti();
  Steps steps_;
  std::optional<Error> launch_error_;
  CudaCounters counters_;
};

TEST_F(CudaCountersTest, NamesThatTheChipLacksAreFoundWithoutCounting) {
  const auto known = counters_.known_metrics({"dram__bytes_read.sum", "unknown__metric.sum"});
  ASSERT_TRUE(known.ok()) << describe(known.error());
  EXPECT_EQ(*known, Steps{"dram__bytes_read.sum"});
  EXPECT_EQ(count_of("launch"), 0);
}

TEST_F(CudaCountersTest, WhatWasAcceptedIsKeptForTheCountAndThenReleased) {
  const Steps names = {"dram__bytes_read.sum", "sm__cycles_elapsed.max"};
  ASSERT_TRUE(counters_.known_metrics(names).ok());
  EXPECT_EQ(fake_.open_hosts, 1);
  const auto reading = counters_.count({}, names, restore());
  ASSERT_TRUE(reading.ok()) << describe(reading.error());
  EXPECT_EQ(reading->metrics.size(), 2u);
  EXPECT_EQ(fake_.open_hosts, 0);
}

TEST_F(CudaCountersTest, OtherMetricsThanThoseAcceptedAreAddedToAnObjectOfTheirOwn) {
  ASSERT_TRUE(counters_.known_metrics({"dram__bytes_read.sum"}).ok());
  const auto reading = counters_.count({}, {"sm__cycles_elapsed.max"}, restore());
  ASSERT_TRUE(reading.ok()) << describe(reading.error());
  EXPECT_EQ(reading->metrics.front().name, "sm__cycles_elapsed.max");
  EXPECT_EQ(fake_.open_hosts, 0);
}

TEST_F(CudaCountersTest, EveryPassRestoresMemoryAndFlushesBeforeTheLaunch) {
  fake_.passes = 3;
  const auto reading = counters_.count({}, {"sm__cycles_elapsed.max", "unknown", "dram__bytes_read.sum"}, restore());
  ASSERT_TRUE(reading.ok()) << describe(reading.error());
  EXPECT_EQ(reading->passes, 3);
  ASSERT_EQ(reading->metrics.size(), 2u);
  EXPECT_EQ(reading->metrics[1].name, "dram__bytes_read.sum");
  EXPECT_EQ(reading->metrics[1].value, 4096);
  EXPECT_EQ(reading->metrics[1].origin, Origin::measured);
  const Steps once = {"restore", "flush", "launch"};
  ASSERT_EQ(steps_.size(), 1 + 3 * once.size());
  EXPECT_EQ(steps_.front(), "current");
  for (size_t i = 0; i < 9; ++i) EXPECT_EQ(steps_[i + 1], once[i % 3]);
  EXPECT_FALSE(fake_.profiling);
  EXPECT_EQ(fake_.open_hosts, 0);
}

TEST_F(CudaCountersTest, AValueThatIsNoNumberIsLeftOut) {
  const auto reading = counters_.count({}, {"bad.ratio", "dram__bytes_read.sum"}, restore());
  ASSERT_TRUE(reading.ok()) << describe(reading.error());
  ASSERT_EQ(reading->metrics.size(), 1u);
  EXPECT_EQ(reading->metrics[0].name, "dram__bytes_read.sum");
}

TEST_F(CudaCountersTest, UnknownMetricsAreLeftOutAndTheOthersCountedTogether) {
  fake_.metrics["smsp__sass_inst_executed_op_global_ld.sum"] = 11;
  fake_.metrics["smsp__sass_inst_executed_op_global_st.sum"] = 22;
  fake_.passes = 2;
  const auto reading =
      counters_.count({},
                      {"smsp__sass_inst_executed_op_global_ld.sum", "unknown__a.sum", "dram__bytes_read.sum",
                       "unknown__b.sum", "smsp__sass_inst_executed_op_global_st.sum"},
                      restore());
  ASSERT_TRUE(reading.ok()) << describe(reading.error());
  ASSERT_EQ(reading->metrics.size(), 3u);
  EXPECT_EQ(reading->metrics[0].value, 11);
  EXPECT_EQ(reading->metrics[1].value, 4096);
  EXPECT_EQ(reading->metrics[2].value, 22);
  EXPECT_EQ(reading->passes, 2);
}

TEST_F(CudaCountersTest, ALaunchThatFailsLeavesNoRangeOpen) {
  launch_error_ = failed("the kernel is ill");
  const auto reading = counters_.count({}, {"dram__bytes_read.sum"}, restore());
  ASSERT_FALSE(reading.ok());
  EXPECT_EQ(reading.error().what, "the kernel is ill");
  EXPECT_FALSE(fake_.profiling || fake_.started);
  EXPECT_EQ(fake_.open_hosts, 0);
  launch_error_.reset();
  EXPECT_TRUE(counters_.count({}, {"dram__bytes_read.sum"}, restore()).ok());
}

// Each step of CUPTI that can fail ends in an error with its name, leaves nothing enabled, and does not stop the next
// attempt.
TEST_F(CudaCountersTest, EveryStepMayFail) {
  for (const char* step :
       {"cuptiProfilerInitialize", "cuptiProfilerDeviceSupported", "cuptiDeviceGetChipName",
        "cuptiProfilerHostGetConfigImageSize", "cuptiProfilerHostGetConfigImage", "cuptiRangeProfilerEnable",
        "cuptiRangeProfilerGetCounterDataSize", "cuptiRangeProfilerCounterDataImageInitialize",
        "cuptiRangeProfilerSetConfig", "cuptiRangeProfilerStart", "cuptiRangeProfilerStop",
        "cuptiRangeProfilerDecodeData", "cuptiProfilerHostEvaluateToGpuValues"}) {
    CudaCounters counters(work());
    fake_.failing = {{step, 35}};
    const auto reading = counters.count({}, {"dram__bytes_read.sum"}, restore());
    ASSERT_FALSE(reading.ok()) << step;
    EXPECT_EQ(reading.error().what, std::string(step) + " failed: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
    EXPECT_FALSE(fake_.profiling || fake_.started) << step;
    EXPECT_EQ(fake_.open_hosts, 0) << step;
    fake_.failing.clear();
    EXPECT_TRUE(counters.count({}, {"dram__bytes_read.sum"}, restore()).ok()) << step;
  }
}

TEST_F(CudaCountersTest, DroppedCountersAndEndlessPassesAreErrors) {
  fake_.dropped_ranges = 1;
  EXPECT_FALSE(counters_.count({}, {"dram__bytes_read.sum"}, restore()).ok());
  fake_.dropped_ranges = 0;
  fake_.passes = 100000;
  const auto reading = counters_.count({}, {"dram__bytes_read.sum"}, restore());
  ASSERT_FALSE(reading.ok());
  EXPECT_NE(reading.error().what.find("more than 256 passes"), std::string::npos);
  EXPECT_FALSE(fake_.profiling);
}

TEST_F(CudaCountersTest, SamplesComeWithTheirStallReasons) {
  fake_.pcs = {{"_Z1kPf", 0x20, {{fake_.reasons[0], 40}, {fake_.reasons[1], 30}, {fake_.reasons[2], 2}}},
               {"_Z1kPf", 0x30, {{fake_.reasons[2], 5}, {fake_.reasons[3], 99}}},
               {"_Z1kPf", 0x40, {{fake_.reasons[0], 1}}}};
  fake_.pcs_at_a_time = 2;
  ASSERT_TRUE(counters_.begin_sampling().ok());
  const auto found = counters_.sample_pcs({}, 1e-3, restore());
  counters_.end_sampling();
  ASSERT_TRUE(found.ok()) << describe(found.error());
  ASSERT_EQ(found->samples.size(), 3u);
  const PcSample& first = found->samples.front();
  EXPECT_EQ(first.function, "_Z1kPf");
  EXPECT_EQ(first.offset, 0x20u);
  ASSERT_EQ(first.stalls.size(), 2u);
  EXPECT_EQ(first.stalls[0].reason, "long_scoreboard");
  EXPECT_EQ(first.stalls[0].samples, 40u);
  EXPECT_EQ(first.stalls[0].unissued, 30u);
  ASSERT_EQ(found->samples[1].stalls.size(), 1u);
  EXPECT_EQ(found->total, 1000u);
  EXPECT_EQ(found->dropped, 3u);
  EXPECT_EQ(found->period_cycles, 512u);
  EXPECT_EQ(fake_.mode, 2) << "kernels are serialised";
  EXPECT_EQ(steps_, (Steps{"current", "current", "restore", "flush", "launch"}));
  EXPECT_FALSE(fake_.sampling);
}

TEST_F(CudaCountersTest, AModeThatTheGpuRefusesIsReplacedByTheOther) {
  fake_.refused_modes = {2};
  fake_.pcs = {{"k", 0, {{fake_.reasons[0], 1}}}};
  ASSERT_TRUE(counters_.begin_sampling().ok());
  const auto found = counters_.sample_pcs({}, 1e-3, restore());
  ASSERT_TRUE(found.ok()) << describe(found.error());
  EXPECT_EQ(fake_.mode, 1);
  EXPECT_EQ(count_of("launch"), 1);
  EXPECT_EQ(count_of("restore"), 2);
}

TEST_F(CudaCountersTest, NothingIsCountedWhileSamplesAreTaken) {
  ASSERT_TRUE(counters_.begin_sampling().ok());
  EXPECT_FALSE(counters_.count({}, {"dram__bytes_read.sum"}, restore()).ok());
  counters_.end_sampling();
  EXPECT_TRUE(counters_.count({}, {"dram__bytes_read.sum"}, restore()).ok());
}

TEST_F(CudaCountersTest, SamplingThatFailsIsDisabled) {
  for (const char* step : {"cuptiPCSamplingEnable", "cuptiPCSamplingGetNumStallReasons",
                           "cuptiPCSamplingGetStallReasons", "cuptiPCSamplingSetConfigurationAttribute",
                           "cuptiPCSamplingStart", "cuptiPCSamplingStop", "cuptiPCSamplingGetData"}) {
    fake_.failing = {{step, 35}};
    CudaCounters counters(work());
    const auto begun = counters.begin_sampling();
    const auto found = begun ? counters.sample_pcs({}, 1e-3, restore()) : Result<PcSampling>(begun.error());
    ASSERT_FALSE(found.ok()) << step;
    EXPECT_EQ(found.error().what, std::string(step) + " failed: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
    counters.end_sampling();
    EXPECT_FALSE(fake_.sampling || fake_.sampling_started) << step;
  }
}

TEST_F(CudaCountersTest, AnOldCuptiWhoseRecordsAreShorterIsRefused) {
  fake_.version = 21;
  const auto begun = counters_.begin_sampling();
  ASSERT_FALSE(begun.ok());
  EXPECT_EQ(begun.error().kind, ErrorKind::missing);
}

TEST(SamplingExponent, FollowsTheLengthOfTheLaunch) {
  EXPECT_EQ(sampling_exponent(1e-6, 2e9), 5u);  // 2000 cycles
  EXPECT_EQ(sampling_exponent(1e-3, 2e9), 9u);  // two million cycles: 1000 apart, rounded down
  EXPECT_EQ(sampling_exponent(100, 2e9), 20u);
}

}  // namespace cuda_counters_test

}  // namespace whet

#endif
