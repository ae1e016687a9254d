#include "report/judge/bench_view.h"

#include <gtest/gtest.h>

#include "report/canvas/text_canvas.h"

namespace whet {

namespace bench_view_test {

class BenchViewTest : public testing::Test {
 protected:
  BenchViewTest()
      : gpu_(Hardware(knowledge_).gpu("h200").value()), measurements_(Hardware(knowledge_).measurements().value()) {}

  // Eleven samples around a time, as a GPU gives them.
  static Timing measured(double seconds) {
    Timing timing;
    std::vector<double> all, clocks;
    for (int i = -5; i <= 5; ++i) {
      timing.sampling.samples.push_back({seconds * (1 + 0.001 * i), 1.98e9, 0});
      all.push_back(timing.sampling.samples.back().seconds);
      clocks.push_back(1.98e9);
    }
    timing.seconds = spread(all);
    timing.clock_hz = spread(clocks);
    timing.stopped = StopReason::quiet;
    timing.sampling.empty_seconds = 2e-6;
    timing.sampling.after = {true, 1.98e9, 3.2e9, 412, 700, 55, 0.3, {"power cap"}, {}};
    return timing;
  }

  BenchTiming timing_of(double seconds, SamplingPlan::Cache cache = SamplingPlan::Cache::cold) const {
    KernelWork work;
    work.floor.bytes = 480e6;  // 0.1 ms
    work.floor.flops = 67e8;   // 0.1 ms
    return collect_timing(measured_timing(cache, measured(seconds), work.floor, gpu_, measurements_), work, gpu_,
                          measurements_);
  }

  BenchView view_of(double seconds) const {
    BenchView view;
    view.device = "cuda:0";
    view.is_virtual = false;
    view.case_name = "default";
    view.buffer_sets = 3;
    BenchKernel kernel;
    kernel.name = "before.cu";
    kernel.compiled = "sm_90a by NVRTC 13.0";
    kernel.result = "3 trials agree with reference.cpp";
    kernel.timings = {timing_of(seconds)};
    view.kernels = {kernel};
    return view;
  }

  static std::string text(const BenchView& view) {
    TextCanvas canvas({.width = 200});
    render(view, canvas);
    return canvas.take();
  }

  const Knowledge knowledge_;
  Gpu gpu_;
  std::vector<Measurement> measurements_;
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(BenchViewTest, AMeasuredTimeComesWithItsQuartilesSamplesClockAndShares) {
  const std::string shown = text(view_of(200e-6));
  EXPECT_TRUE(holds(shown, "cold L2    measured 200.0 us [199.5 us – 200.5 us] (median and quartiles), spread 0.5 %"))
      << shown;
  EXPECT_TRUE(holds(shown, "11 samples, noise below the limit; SM clock 1980 MHz")) << shown;
  EXPECT_TRUE(holds(shown, "50 % of the DRAM bandwidth (2.40 TB/s of 4.80 TB/s; 457.8 MiB declared")) << shown;
  EXPECT_TRUE(holds(shown, "50 % of the fp32 peak")) << shown;
  EXPECT_TRUE(holds(shown, "floor      100 us by")) << shown;
  EXPECT_TRUE(holds(shown, "412 W of 700 W, 55 °C; slowed by power cap")) << shown;
  EXPECT_TRUE(holds(shown, "cuda_event, 3 sets of buffers in turn")) << shown;
  EXPECT_FALSE(holds(shown, "modelled"));
}

TEST_F(BenchViewTest, ATimeBelowTheFloorIsShownAsInvalid) {
  EXPECT_TRUE(timing_of(200e-6).violation.empty());
  EXPECT_FALSE(timing_of(20e-6).violation.empty());
  EXPECT_TRUE(holds(text(view_of(20e-6)), "floor      invalid: 20 us is less than the"));
}

TEST_F(BenchViewTest, AKernelNearTheEmptyOneIsFlagged) {
  BenchView view = view_of(200e-6);
  view.kernels[0].timings[0].timing.sampling.empty_seconds = 150e-6;
  EXPECT_TRUE(holds(text(view), "an empty kernel takes 150 us: little of this time is the kernel's own"));
}

TEST_F(BenchViewTest, AHotTimeIsHeldAgainstL2) {
  const BenchTiming hot = timing_of(200e-6, SamplingPlan::Cache::hot);
  bool found = false;
  for (const CeilingShare& share : hot.ceilings) found |= share.ceiling == "L2 bandwidth";
  EXPECT_EQ(found, l2_rate(gpu_, measurements_).has_value());
}

TEST_F(BenchViewTest, AComparisonSaysWhichIsFasterByHowMuchAndWhy) {
  BenchView view = view_of(200e-6);
  view.kernels.push_back(view.kernels.front());
  view.kernels.back().name = "after.cu";
  SpeedComparison comparison;
  comparison.outcome = Outcome::faster;
  comparison.reason = "the interval excludes 1";
  comparison.time = {1.043, {1.041, 1.045, 0.95}, {1.04, 1.046, 0.998}};
  comparison.cycles = comparison.time;
  comparison.clock_ratio = 1.002;
  comparison.rounds = 52;
  view.comparison = comparison;
  const std::string shown = text(view);
  EXPECT_TRUE(holds(shown, "verdict    after.cu is faster: 1.043x (95 % interval 1.041–1.045)")) << shown;
  EXPECT_TRUE(holds(shown, "52 paired rounds in ABBA blocks; clocks equal within 0.2 %")) << shown;
  EXPECT_EQ(view.outcome(), Outcome::faster);
  view.kernels.back().outcome = Outcome::wrong;
  EXPECT_EQ(view.outcome(), Outcome::wrong) << "whatever the speed";
}

TEST_F(BenchViewTest, JsonHoldsWhatTheTextShows) {
  const std::string json = to_json(view_of(200e-6)).dump();
  for (const char* part :
       {"\"origin\": \"measured\"", "\"power_watts\": 412", "\"slowed_by\"", "\"stopped\": \"noise below the limit\"",
        "\"buffer_sets\": 3", "\"share\"", "\"sm_clock_hz\""})
    EXPECT_TRUE(holds(json, part)) << part;
}

TEST_F(BenchViewTest, BaselinesStandBesideTheKernel) {
  BenchView view = view_of(200e-6);
  BaselineResult faster{"cublas", BaselineOutcome::timed, {}, {}, "NVIDIA H200, torch 2.9.0", true, measured(100e-6)};
  BaselineResult slower{"torch", BaselineOutcome::timed, {}, {}, "NVIDIA H200, torch 2.9.0", true, measured(500e-6)};
  slower.timing.sampling.notes = {"the call waits for the GPU: part of its time is the host's"};
  BaselineResult wrong{"torch.compile", BaselineOutcome::wrong, "`out` differs in 3 of 1024 elements"};
  BaselineResult absent{"flashinfer", BaselineOutcome::skipped, "python3 has no flashinfer"};
  view.baselines = collect_baselines({slower, wrong, absent, faster}, view);
  EXPECT_DOUBLE_EQ(*view.baselines[0].speedup, 2.5);
  EXPECT_DOUBLE_EQ(*view.baselines[3].speedup, 0.5);
  const std::string shown = text(view);
  EXPECT_TRUE(holds(shown, "500.0 us  498.8 us – 501.2 us       11            2.5x  NVIDIA H200, torch 2.9.0"))
      << shown;
  EXPECT_TRUE(holds(shown, "0.5x  NVIDIA H200")) << shown;
  EXPECT_TRUE(holds(shown, "`out` differs in 3 of 1024 elements")) << shown;
  EXPECT_TRUE(holds(shown, "skipped")) << shown;
  EXPECT_TRUE(holds(shown, "note: the call waits for the GPU")) << shown;
  const std::string json = to_json(view).dump();
  for (const char* part : {"\"name\": \"cublas\"", "\"speedup\": 0.5", "\"outcome\": \"wrong\"", "\"median\": null",
                           "\"reason\": \"python3 has no flashinfer\""})
    EXPECT_TRUE(holds(json, part)) << part;
}

// A time on the host's CPU, or a modelled one, says nothing of the other.
TEST_F(BenchViewTest, WhatIsNotComparableHasNoSpeed) {
  BenchView view = view_of(200e-6);
  BaselineResult baseline{"torch", BaselineOutcome::timed, {}, {}, "the CPU, torch 2.9.0", false, measured(500e-6)};
  EXPECT_FALSE(collect_baselines({baseline}, view)[0].speedup);
  baseline.on_gpu = true;
  EXPECT_TRUE(collect_baselines({baseline}, view)[0].speedup);
  view.kernels[0].timings[0].timing.sampling.origin = Origin::modelled;
  EXPECT_FALSE(collect_baselines({baseline}, view)[0].speedup);
  view = view_of(200e-6);
  view.kernels[0].outcome = Outcome::wrong;
  EXPECT_FALSE(collect_baselines({baseline}, view)[0].speedup);
}

}  // namespace bench_view_test
}  // namespace whet
