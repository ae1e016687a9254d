// What is predicted of a launch: more work takes longer, a further launch costs, and no size breaks it.
#include "write/predict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "write/kernel_order.h"

namespace whet {
namespace predict_test {

using write::LaunchWork;
using write::WrittenKernel;
using write::WrittenKernels;

const write::PredictionRates& h200() {
  static const write::PredictionRates rates = [] {
    const Knowledge knowledge;
    return write::prediction_rates(Hardware(knowledge).gpu("h200").value(), knowledge).value();
  }();
  return rates;
}

// A copy of `bytes` bytes in packs of 16, two of them in flight.
LaunchWork copy(double bytes) {
  LaunchWork work;
  work.threads = 256;
  work.blocks = std::max(1.0, std::ceil(bytes / (256 * 32)));
  const double requests = bytes / 512;
  work.integer = 20 * requests;
  work.memory = 2 * requests;
  work.lines = 8 * requests, work.sectors = 32 * requests, work.store_lines = 4 * requests;
  work.arrays = {{"x", bytes, bytes, 0, 0, 0, 0}, {"y", bytes, 0, 0, bytes, 0, 0}};
  work.waits = 1;
  return work;
}

WrittenKernel kernel(const std::vector<LaunchWork>& launches, const std::string& schedule = "map") {
  WrittenKernel made;
  made.schedule = schedule;
  for (const LaunchWork& work : launches) made.launches.push_back({"k", {}, "1", 256, 0, {work}});
  made.source = schedule;
  return made;
}

double seconds(const std::vector<LaunchWork>& launches) {
  return write::predicted_seconds(kernel(launches), 0, h200()).value();
}

constexpr double k_mega = 1 << 20;

TEST(PredictTest, ALargeCopyTakesWhatItsBytesTakeOnAnH200) {
  const double bytes = 128 * k_mega, predicted = seconds({copy(bytes)});
  EXPECT_GT(predicted, 2 * bytes / 4.8e12);
  EXPECT_LT(predicted, 1.3 * 2 * bytes / 4.27e12);
}

TEST(PredictTest, MoreBytesTakeLonger) {
  double before = 0;
  for (const double bytes : {1.0, 4096.0, k_mega, 16 * k_mega, 64 * k_mega, 1024 * k_mega, 65536 * k_mega}) {
    const double now = seconds({copy(bytes)});
    EXPECT_TRUE(std::isfinite(now)) << bytes;
    EXPECT_GT(now, before) << bytes;
    before = now;
  }
}

TEST(PredictTest, NothingToDoTakesALaunch) {
  LaunchWork empty;
  empty.blocks = 1, empty.threads = 32;
  const double one = seconds({empty});
  EXPECT_TRUE(std::isfinite(one));
  EXPECT_GE(one, h200().time.launch_seconds);
  EXPECT_LT(one, 1.5 * h200().time.launch_seconds);
  LaunchWork zero = copy(0);
  EXPECT_TRUE(std::isfinite(seconds({zero})));
}

TEST(PredictTest, AFurtherLaunchCosts) {
  EXPECT_GT(seconds({copy(k_mega), copy(4096)}), seconds({copy(k_mega)}));
}

TEST(PredictTest, ABlockMoreThanAWaveCostsMoreThanItsShare) {
  LaunchWork wave = copy(132 * 8 * 8192.0);
  wave.waits = 40;
  LaunchWork more = wave;
  more.blocks = wave.blocks + 1;
  EXPECT_GT(seconds({more}), 1.2 * seconds({wave}));
}

TEST(PredictTest, FewBytesInFlightTakeLonger) {
  LaunchWork few = copy(64 * k_mega);
  few.waits = 16;
  EXPECT_GT(seconds({few}), 1.5 * seconds({copy(64 * k_mega)}));
}

TEST(PredictTest, WhatIsReadAgainComesFromL2WhereItFits) {
  LaunchWork again = copy(16 * k_mega), far = copy(512 * k_mega);
  for (LaunchWork* work : {&again, &far}) work->arrays[0].requested *= 3;
  const auto factor = [](const LaunchWork& work, double bytes) { return seconds({work}) / seconds({copy(bytes)}); };
  EXPECT_LT(factor(again, 16 * k_mega), 1.5);
  EXPECT_GT(factor(far, 512 * k_mega), 1.8);
}

TEST(PredictTest, OnlyWhatIsCountedIsPredicted) {
  WrittenKernel uncounted = kernel({copy(1)});
  uncounted.launches.push_back({"k", {}, "1", 256, {}});
  EXPECT_FALSE(write::predicted_seconds(uncounted, 0, h200()));
  EXPECT_FALSE(write::predicted_seconds(kernel({copy(1)}), 1, h200()));
}

TEST(PredictTest, KernelsAreOrderedByAllCasesAndUncountedOnesStay) {
  const auto at = [](double first, double second, const char* name) {
    WrittenKernel made = kernel({copy(first * k_mega)}, name);
    made.launches[0].work.push_back(copy(second * k_mega));
    return made;
  };
  WrittenKernel plain = kernel({}, "plain");
  plain.launches.push_back({"k", {}, "1", 256, {}});
  WrittenKernels written{{at(64, 64, "slow"), plain, at(16, 64, "second"), at(32, 1, "light")},
                         {},
                         {at(17, 64, "near"), at(64, 64, "far")},
                         {1, 0.1}};
  write::order_by_prediction(written, h200());
  std::string order;
  for (const WrittenKernel& each : written.kernels) order += each.schedule + " ";
  EXPECT_EQ(order, "second plain light slow ");
  ASSERT_EQ(written.further.size(), 1u) << "what is predicted to be far from the best is not kept";
  EXPECT_EQ(written.further[0].schedule, "near");
  EXPECT_EQ(written.predicted_for, h200().gpu);
  EXPECT_FALSE(written.kernels[1].predicted_seconds);
  EXPECT_LT(*written.kernels[0].predicted_seconds, *written.kernels[2].predicted_seconds);
  written.weights = {0.1, 1};
  write::order_by_prediction(written, h200());
  EXPECT_EQ(written.kernels[0].schedule, "light");
}

}  // namespace predict_test
}  // namespace whet
