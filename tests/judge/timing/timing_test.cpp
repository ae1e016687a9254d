#include "judge/timing/timing.h"

#include <gtest/gtest.h>

#include "judge/simulated_noise.h"
#include "support/support.h"

namespace whet {

namespace timing_test {

// A device whose samples come from the noise models; the launch's grid is its time in microseconds.
class NoisyDevice : public Device {
 public:
  explicit NoisyDevice(test::ManualClock& clock, const test::NoiseModel& noise = {"", 0.003}, uint64_t seed = 1)
      : gpu_(noise, 104, seed), clock_(clock) {}

  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) override {
    plans.push_back(plan);
    Sampling sampling;
    sampling.origin = origin;
    sampling.order_error = 0.1;
    sampling.before.known = plan.observe;
    for (int i = 0; i < plan.samples; ++i) {
      const size_t group = launches.size() / static_cast<size_t>(plan.sets);
      const size_t at = group * static_cast<size_t>((plan.first_set + i) % plan.sets);
      Sample one = gpu_.sample(1e-6 * launches[at].shape.grid.x);
      kernels.push_back(launches[at].kernel);
      if (plan.witness) one.witness_seconds = one.seconds * witness_factor;
      clock_.now_ns += static_cast<int64_t>(one.seconds * 1e9) + overhead_ns;
      sampling.samples.push_back(one);
    }
    return sampling;
  }

  const DeviceFacts& facts() const override { return facts_; }
  Result<uint64_t> allocate(uint64_t, const std::string&) override { return uint64_t{0}; }
  Result<void> free(uint64_t) override { return {}; }
  Result<void> write(uint64_t, std::string_view) override { return {}; }
  Result<void> read_to(std::span<char>, uint64_t) override { return {}; }
  Result<void> fill(uint64_t, uint8_t, uint64_t) override { return {}; }
  Result<std::shared_ptr<DeviceModule>> load(const Build&) override { return std::shared_ptr<DeviceModule>(); }
  Result<std::vector<ModuleVariable>> variables(DeviceModule&, uint64_t) override {
    return std::vector<ModuleVariable>();
  }
  // As the judge sees it from outside: what the call really takes, and the way there and back.
  Result<void> launch(const Launch& launch) override {
    clock_.now_ns +=
        1000 * static_cast<int64_t>(launch.shape.block.x > 1 ? launch.shape.block.x : launch.shape.grid.x) + 40'000;
    return {};
  }
  Result<Time> time(const Launch&) override { return Time{}; }
  Result<std::vector<Metric>> metrics(const Launch&, const std::vector<std::string>&) override {
    return std::vector<Metric>();
  }

  std::vector<SamplingPlan> plans;
  std::vector<std::string> kernels;  // in the order sampled
  Origin origin = Origin::measured;
  double witness_factor = 1;
  int64_t overhead_ns = 100'000;

 private:
  test::SimulatedGpu gpu_;
  test::ManualClock& clock_;
  DeviceFacts facts_;
};

Launch launch_of(const std::string& kernel, uint32_t microseconds) {
  Launch launch;
  launch.kernel = kernel;
  launch.shape.grid.x = microseconds;
  return launch;
}

class TimingTest : public testing::Test {
 protected:
  Contender contender(const std::string& kernel, uint32_t microseconds) {
    return {&device_, {launch_of(kernel, microseconds)}, 1};
  }

  test::ManualClock clock_;
  NoisyDevice device_{clock_};
};

TEST_F(TimingTest, OneKernelIsSampledUntilItsNoiseIsKnown) {
  const auto timing = time_alone(contender("k", 1000), {}, clock_);
  ASSERT_TRUE(timing.ok());
  EXPECT_EQ(timing->stopped, StopReason::quiet);
  EXPECT_GE(timing->seconds.count, 500u) << "half a second of a millisecond's kernel";
  EXPECT_NEAR(timing->seconds.median, 1e-3, 3e-6);
  EXPECT_EQ(device_.plans.front().warm_ups, 3);
  EXPECT_TRUE(device_.plans.front().observe);
  EXPECT_EQ(device_.plans[1].warm_ups, 0) << "only once";
}

TEST_F(TimingTest, TheWallClockBoundsAnySampling) {
  device_.overhead_ns = 1'000'000'000;
  const auto timing = time_alone(contender("k", 10), {}, clock_);
  EXPECT_EQ(timing->stopped, StopReason::wall_clock);
  EXPECT_LE(timing->seconds.count, 32u);
}

TEST_F(TimingTest, TheNumberOfTrialsIsTheUsers) {
  TimingRule rule;
  rule.stopping.fewest_samples = rule.stopping.most_samples = 20;
  const auto timing = time_alone(contender("k", 10), rule, clock_);
  EXPECT_EQ(timing->seconds.count, 20u);
  EXPECT_EQ(timing->sampling.samples.size(), 25u) << "and five for the witness, which are not counted";
}

TEST_F(TimingTest, BuffersAreUsedInTurn) {
  TimingRule rule;
  rule.stopping.fewest_samples = rule.stopping.most_samples = 9;
  rule.witness = false;
  const Contender rotating{&device_, {launch_of("a", 10), launch_of("b", 10), launch_of("c", 10)}, 3};
  ASSERT_TRUE(time_alone(rotating, rule, clock_).ok());
  ASSERT_EQ(device_.kernels.size(), 9u);
  for (size_t i = 0; i < 9; ++i) EXPECT_EQ(device_.kernels[i], std::string(1, static_cast<char>('a' + i % 3)));
}

TEST_F(TimingTest, AWitnessThatSawMoreWorkMakesTheTimesInvalid) {
  device_.witness_factor = 2;
  const auto timing = time_alone(contender("k", 1000), {}, clock_);
  EXPECT_NE(timing->invalid.find("CUPTI saw"), std::string::npos);
  device_.witness_factor = 1.02;
  EXPECT_TRUE(time_alone(contender("k", 1000), {}, clock_)->invalid.empty());
}

TEST_F(TimingTest, AMicrosecondMoreOrLessIsNoDisagreement) {
  Sampling sampling;
  sampling.samples = {{5e-6, 0, 5.9e-6}, {5e-6, 0, 5.9e-6}};
  EXPECT_TRUE(witness_disagreement(sampling).empty());
  sampling.samples = {{5e-6, 0, 6.5e-6}};
  EXPECT_FALSE(witness_disagreement(sampling).empty());
  sampling.samples = {{9e-6, 0, 6.5e-6}};
  EXPECT_FALSE(witness_disagreement(sampling).empty());
  sampling.empty_seconds = 2e-6;
  EXPECT_TRUE(witness_disagreement(sampling).empty()) << "events hold the start of the kernel too";
}

TEST_F(TimingTest, HostCodeMayTakeLongerThanItsKernelsButNotLess) {
  Sampling sampling;
  sampling.samples = {{80e-6, 0, 71e-6}};
  EXPECT_FALSE(witness_disagreement(sampling).empty());
  EXPECT_TRUE(witness_disagreement(sampling, true).empty());
  sampling.samples = {{71e-6, 0, 80e-6}};
  EXPECT_FALSE(witness_disagreement(sampling, true).empty()) << "work that was not waited for";
}

TEST_F(TimingTest, TwoKernelsAreTimedInBlocksOfAbba) {
  const auto paired = time_paired(contender("A", 100), contender("B", 100), {}, {}, clock_);
  ASSERT_TRUE(paired.ok());
  EXPECT_EQ(paired->rounds.size(), 52u);
  const std::vector<std::string> rounds(device_.kernels.begin() + 2, device_.kernels.begin() + 106);
  for (size_t i = 0; i < rounds.size(); i += 4) {
    const std::string block = rounds[i] + rounds[i + 1] + rounds[i + 2] + rounds[i + 3];
    EXPECT_TRUE(block == "ABBA" || block == "BAAB") << block;
  }
}

TEST_F(TimingTest, ALongOriginalIsTimedNoOftenerThanAClearGainNeeds) {
  const auto clear = time_paired(contender("A", 400'000), contender("B", 1000), {}, {}, clock_);
  ASSERT_TRUE(clear.ok());
  EXPECT_EQ(clear->rounds.size(), 10u);
  EXPECT_EQ(clear->comparison.outcome, Outcome::faster);
  const auto close = time_paired(contender("A", 12'000), contender("B", 10'000), {}, {}, clock_);
  EXPECT_GE(close->rounds.size(), 26u);
}

TEST_F(TimingTest, VerdictsFollowTheSamples) {
  EXPECT_EQ(time_paired(contender("A", 1030), contender("B", 1000), {}, {}, clock_)->comparison.outcome,
            Outcome::faster);
  EXPECT_EQ(time_paired(contender("A", 1000), contender("B", 1030), {}, {}, clock_)->comparison.outcome,
            Outcome::slower);
  EXPECT_EQ(time_paired(contender("A", 1000), contender("B", 1000), {}, {}, clock_)->comparison.outcome, Outcome::same);
}

TEST_F(TimingTest, ADisagreeingWitnessMakesAComparisonInvalid) {
  device_.witness_factor = 3;
  const auto paired = time_paired(contender("A", 1000), contender("B", 500), {}, {}, clock_);
  EXPECT_EQ(paired->comparison.outcome, Outcome::invalid);
}

TEST_F(TimingTest, ASlowPairEndsAfterTheFewestRounds) {
  device_.overhead_ns = 2'000'000'000;
  const auto paired = time_paired(contender("A", 100), contender("B", 100), {}, {}, clock_);
  EXPECT_EQ(paired->rounds.size(), 26u);
  EXPECT_EQ(paired->baseline.stopped, StopReason::wall_clock);
}

TEST_F(TimingTest, ContendersMayLiveOnTwoDevices) {
  NoisyDevice other(clock_);
  const Contender candidate{&other, {launch_of("B", 90)}, 1};
  const auto paired = time_paired(contender("A", 100), candidate, {}, {}, clock_);
  EXPECT_EQ(paired->comparison.outcome, Outcome::faster);
  EXPECT_EQ(device_.kernels.size(), other.kernels.size());
}

TEST_F(TimingTest, AModelIsAskedOnce) {
  device_.origin = Origin::modelled;
  EXPECT_EQ(time_alone(contender("k", 10), {}, clock_)->seconds.count, 1u);
  EXPECT_EQ(device_.kernels.size(), 1u);
  const auto paired = time_paired(contender("A", 100), contender("B", 50), {}, {}, clock_);
  EXPECT_EQ(paired->comparison.outcome, Outcome::faster);
  EXPECT_EQ(paired->comparison.origin, Origin::modelled);
  EXPECT_EQ(device_.kernels.size(), 3u);
}

TEST_F(TimingTest, ScreeningRejectsAfterThreeSamples) {
  const Incumbent incumbent{100e-6, 101e-6};
  EXPECT_EQ(time_screening(contender("slow", 150), incumbent, {}, {}).value(), Screening::slower);
  EXPECT_EQ(device_.kernels.size(), 3u);
  EXPECT_EQ(time_screening(contender("quick", 90), incumbent, {}, {}).value(), Screening::promising);
  Sampling taken;
  EXPECT_EQ(time_screening(contender("near", 102), incumbent, {}, {}, &taken).value(), Screening::promising);
  EXPECT_EQ(taken.samples.size(), 7u);
}

TEST_F(TimingTest, ProgressIsTold) {
  size_t calls = 0, last = 0;
  ASSERT_TRUE(
      time_paired(contender("A", 100), contender("B", 100), {}, {}, clock_, [&](size_t done, size_t all, double) {
        ++calls;
        last = done;
        EXPECT_EQ(all, 52u);
      }).ok());
  EXPECT_EQ(calls, 52u);
  EXPECT_EQ(last, 52u);
}

// R10: a process that takes its own time may tell another; the judge believes what it sees.
TEST_F(TimingTest, R10AGainThatIsToldAndNotSeenIsWithheld) {
  Contender forged = contender("forged", 10);
  forged.launches.front().shape.block.x = 100;  // takes as long as the baseline, tells a tenth
  forged.host_code = true;
  forged.vouched = false;
  const auto paired = time_paired(contender("baseline", 100), forged, {}, {}, clock_);
  ASSERT_TRUE(paired.ok());
  EXPECT_EQ(paired->comparison.outcome, Outcome::inconclusive);
  EXPECT_NE(paired->comparison.reason.find("seen from outside"), std::string::npos) << paired->comparison.reason;
  EXPECT_EQ(paired->comparison.time.median, 1) << "what was told is not handed on";
}

TEST_F(TimingTest, R10AGainThatIsSeenFromOutsideIsSaid) {
  Contender honest = contender("honest", 50);
  honest.host_code = true;
  honest.vouched = false;
  const auto paired = time_paired(contender("baseline", 100), honest, {}, {}, clock_);
  ASSERT_TRUE(paired.ok());
  EXPECT_EQ(paired->comparison.outcome, Outcome::faster) << paired->comparison.reason;
}

}  // namespace timing_test
}  // namespace whet
