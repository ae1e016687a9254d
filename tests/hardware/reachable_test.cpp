#include "hardware/reachable.h"

#include <gtest/gtest.h>

namespace whet {
namespace reachable_test {

Gpu measured_h200() {
  const Knowledge knowledge;
  Gpu gpu = Hardware(knowledge).gpu("h200").value();
  gpu.measured = MeasuredCeilings{.source = "whet calibrate, 2026-11-17"};
  gpu.measured->dram_read = 4.5e12;
  gpu.measured->dram_copy = 4.0e12;
  gpu.measured->dram_write = 4.2e12;
  gpu.measured->l2 = 8e12;
  gpu.measured->shared = 33e12;
  gpu.measured->peak(Math::fp32) = 60e12;
  return gpu;
}

ReachableWork bytes_moved(double bytes, std::optional<double> written) {
  ReachableWork work;
  work.dram = WorkAmount{bytes, WorkOrigin::declared};
  work.written_share = written;
  return work;
}

TEST(Reachable, IsTheWorkAtTheCeilingAndTheLaunch) {
  const Reachable found = reachable(bytes_moved(4e9, 0.5), ceilings(measured_h200()), 5e-6);
  EXPECT_NEAR(found.seconds(), 1e-3 + 5e-6, 1e-9);
  EXPECT_NEAR(found.target_seconds(0.9), found.seconds() / 0.9, 1e-12);
  EXPECT_NEAR(found.share(2 * found.seconds()), 0.5, 1e-9);
  EXPECT_NE(found.reasons().find("declared at 4000 GB/s measured"), std::string::npos) << found.reasons();
  EXPECT_NE(found.reasons().find("5 us for the launch"), std::string::npos) << found.reasons();
}

TEST(Reachable, UsesTheRateOfTheKindOfTraffic) {
  const Ceilings limits = ceilings(measured_h200());
  EXPECT_DOUBLE_EQ(reachable(bytes_moved(1, 0), limits, 0).parts[0].rate.per_second, 4.5e12);
  EXPECT_DOUBLE_EQ(reachable(bytes_moved(1, 1), limits, 0).parts[0].rate.per_second, 4.2e12);
  EXPECT_DOUBLE_EQ(reachable(bytes_moved(1, 0.5), limits, 0).parts[0].rate.per_second, 4.0e12);
  EXPECT_DOUBLE_EQ(reachable(bytes_moved(1, {}), limits, 0).parts[0].rate.per_second, 4.5e12) << "the highest";
}

TEST(Reachable, WithoutACalibrationTheSheetCountsAndIsNamed) {
  Gpu gpu = measured_h200();
  gpu.measured.reset();
  const Reachable found = reachable(bytes_moved(4.8e9, 0.5), ceilings(gpu), 0);
  EXPECT_NEAR(found.seconds(), 1e-3, 1e-9);
  EXPECT_NE(found.reasons().find("sourced"), std::string::npos) << found.reasons();
}

TEST(Reachable, HasALevelForEachKindOfWork) {
  ReachableWork work = bytes_moved(4.5e9, 0);
  work.l2 = WorkAmount{16e9, WorkOrigin::counted};
  work.shared = WorkAmount{33e9, WorkOrigin::counted};
  work.operations = WorkAmount{30e9, WorkOrigin::derived};
  const Reachable found = reachable(work, ceilings(measured_h200()), 0);
  ASSERT_EQ(found.parts.size(), 4u);
  EXPECT_EQ(found.parts[0].level, "L2");
  EXPECT_NEAR(found.parts[0].seconds, 2e-3, 1e-9);
  EXPECT_EQ(found.parts[3].level, "fp32");
  EXPECT_EQ(found.parts[3].work.origin, WorkOrigin::derived);
}

TEST(Reachable, UnevenBlocksLeaveSmsIdle) {
  const GridUse grid{.blocks = 200, .sms = 132, .blocks_per_sm = 2};
  EXPECT_NEAR(grid.imbalance(), 2 * 132 / 200.0, 1e-12);
  EXPECT_NEAR(grid.waves(), 200 / 264.0, 1e-12);
  ReachableWork work;
  work.operations = WorkAmount{60e9, WorkOrigin::declared};
  const Reachable found = reachable(work, ceilings(measured_h200()), 0, grid);
  EXPECT_NEAR(found.seconds(), 1.32e-3, 1e-9);
  EXPECT_NE(found.reasons().find("1.32x"), std::string::npos) << found.reasons();
  EXPECT_NEAR(reachable(work, ceilings(measured_h200()), 0).seconds(), 1e-3, 1e-9) << "any grid";
}

TEST(Reachable, FewBlocksCannotUseAllOfDram) {
  const Ceilings limits = ceilings(measured_h200());
  const ReachableWork work = bytes_moved(4.5e9, 0);
  const GridUse few{.blocks = 33, .sms = 132, .blocks_per_sm = 1}, many{.blocks = 132, .sms = 132, .blocks_per_sm = 1};
  EXPECT_NEAR(reachable(work, limits, 0, few).seconds(), 4.5e9 / (8e12 / 4), 1e-9);
  EXPECT_NEAR(reachable(work, limits, 0, many).seconds(), 1e-3, 1e-9);
}

TEST(Reachable, IsNotKnownWithoutWork) {
  const Reachable found = reachable({}, ceilings(measured_h200()), 5e-6);
  EXPECT_FALSE(found.known());
  EXPECT_EQ(found.seconds(), 0);
  EXPECT_EQ(found.share(1), 0);
}

TEST(Ceilings, PreferWhatWasMeasuredOnThisGpu) {
  const Gpu gpu = measured_h200();
  const Ceilings found = ceilings(gpu);
  EXPECT_DOUBLE_EQ(found.dram->per_second, 4.5e12) << "the highest of the three kinds";
  EXPECT_EQ(found.dram->origin, RateOrigin::measured);
  EXPECT_EQ(found.dram->source, "whet calibrate, 2026-11-17");
  EXPECT_DOUBLE_EQ(found.peak(Math::fp32)->per_second, 60e12);
  EXPECT_EQ(found.peak(Math::fp64)->origin, RateOrigin::sourced) << "it was not measured";
  EXPECT_DOUBLE_EQ(sheet_ceilings(gpu).dram->per_second, 4.8e12) << "what no kernel can exceed stays";
  EXPECT_EQ(l2_rate(gpu, {})->origin, RateOrigin::measured);
  EXPECT_FALSE(published_l2_rate(gpu, {}).has_value());
}

}  // namespace reachable_test
}  // namespace whet
