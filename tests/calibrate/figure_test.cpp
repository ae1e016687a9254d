#include "calibrate/figure.h"

#include <gtest/gtest.h>

#include "util/system/knowledge.h"

namespace whet {
namespace figure_test {

ProbeTimes times(std::vector<double> seconds, double clock = 0) {
  ProbeTimes result;
  result.seconds = spread(std::move(seconds));
  result.sm_clock_hz = result.slowest_clock_hz = clock;
  return result;
}

FigureInput rate_input() {
  FigureInput input;
  input.work = 1e9;
  input.full = times({2.01e-3, 2e-3, 1.99e-3, 2e-3, 2e-3});
  input.part = times({1e-3, 1e-3, 1e-3, 1e-3, 1e-3});
  return input;
}

TEST(Figure, IsTheWorkBeyondTheSmallerLaunchInItsExtraTime) {
  const ProbeFigure figure = figure_of(rate_input());
  EXPECT_TRUE(figure.good()) << figure.why;
  EXPECT_NEAR(figure.value, 1e12, 1e3);
  EXPECT_LE(figure.low, figure.value);
  EXPECT_GE(figure.high, figure.value);
  EXPECT_EQ(figure.samples, 5u);
}

TEST(Figure, OfALatencyIsTimePerStep) {
  FigureInput input = rate_input();
  input.unit = ProbeUnit::seconds;
  input.work = 1000;
  EXPECT_NEAR(figure_of(input).value, 1e-6, 1e-12);
}

TEST(Figure, WhoseTimesLieApartVaries) {
  FigureInput input = rate_input();
  input.full = times({2e-3, 2.4e-3, 2e-3, 2.4e-3, 2.2e-3});
  const ProbeFigure figure = figure_of(input);
  EXPECT_EQ(figure.status, FigureStatus::varies);
  EXPECT_NE(figure.why.find("%"), std::string::npos);
}

TEST(Figure, WhoseSmallerLaunchVariesIsNoBetter) {
  FigureInput input = rate_input();
  input.part = times({1e-3, 1.3e-3, 1e-3, 1.3e-3, 1.1e-3});
  EXPECT_EQ(figure_of(input).status, FigureStatus::varies);
}

TEST(Figure, OfASlowedGpuSaysByWhat) {
  FigureInput input = rate_input();
  input.full.after.slowed_by = {"heat"};
  const ProbeFigure figure = figure_of(input);
  EXPECT_EQ(figure.status, FigureStatus::slowed);
  EXPECT_NE(figure.why.find("heat"), std::string::npos);
  input.full.after.slowed_by = {"power cap"};
  input.full.sm_clock_hz = 1980e6;
  input.full.slowest_clock_hz = 1500e6;
  EXPECT_TRUE(figure_of(input).good()) << "that is what the GPU reaches at its power limit";
  input = rate_input();
  input.full.after.slowed_by = {"clocks set by an application"};
  EXPECT_TRUE(figure_of(input).good()) << "that is the speed the user chose";
}

TEST(Figure, WhoseClockDroppedIsSlowed) {
  FigureInput input = rate_input();
  input.full.sm_clock_hz = 1980e6;
  input.full.slowest_clock_hz = 1500e6;
  EXPECT_EQ(figure_of(input).status, FigureStatus::slowed);
  input = rate_input();
  input.full.sm_clock_hz = input.full.slowest_clock_hz = 1980e6;
  input.part->sm_clock_hz = 1400e6;
  EXPECT_EQ(figure_of(input).status, FigureStatus::slowed) << "two launches at two clocks cannot be subtracted";
}

TEST(Figure, AboveTheSheetOrWithoutTimeIsImplausible) {
  FigureInput input = rate_input();
  input.peak = 0.9e12;
  EXPECT_EQ(figure_of(input).status, FigureStatus::implausible);
  input.peak = 1.0e12;
  EXPECT_TRUE(figure_of(input).good());
  input.part = times({2e-3, 2e-3, 2e-3});
  EXPECT_EQ(figure_of(input).status, FigureStatus::implausible);
}

TEST(Figure, HasThePeakOfItsKindOnTheSheet) {
  const Knowledge knowledge;
  const Gpu gpu = Hardware(knowledge).gpu("h200").value();
  EXPECT_EQ(sheet_peak("dram_copy", gpu), 4.8e12);
  EXPECT_EQ(sheet_peak("fp32", gpu), 67e12);
  EXPECT_EQ(sheet_peak("tensor_fp16", gpu), 989e12);
  EXPECT_EQ(sheet_peak("mma_int8", gpu), 1979e12);
  EXPECT_FALSE(sheet_peak("l2", gpu).has_value());
  EXPECT_FALSE(sheet_peak("barrier_32", gpu).has_value());
}

}  // namespace figure_test
}  // namespace whet
