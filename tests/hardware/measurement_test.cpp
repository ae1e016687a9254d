#include "hardware/measurement.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hardware/gpu.h"

namespace whet {
namespace measurement_test {

const SourceIds k_sources{"S1"};

TEST(Measurement, EveryFigureLoadsAndNamesAKnownGpuOrNone) {
  const Knowledge knowledge;
  const Hardware hardware(knowledge);
  const auto figures = hardware.measurements();
  ASSERT_TRUE(figures.ok()) << describe(figures.error());
  EXPECT_GE(figures->size(), 187u);
  for (const Measurement& figure : *figures) {
    EXPECT_TRUE(hardware.capability(figure.capability).ok()) << figure.device;
    if (!figure.gpu.empty()) {
      const auto gpu = hardware.gpu(figure.gpu);
      ASSERT_TRUE(gpu.ok()) << figure.gpu;
      EXPECT_EQ(gpu->capability.id, figure.capability) << figure.device;
    }
  }
}

TEST(Measurement, AFigureKeepsItsConditionsAndConfidence) {
  const auto figures = parse_measurements(
      "[[device]]\nname = \"X\"\ncapability = \"9.0\"\nfigures = [\n"
      "  { metric = \"m\", value = 1.5, unit = \"ns\", source = \"S1\", confidence = \"low\", conditions = \"one "
      "thread\" },\n"
      "  { metric = \"n\", value = \"22 + 2 x warps\", unit = \"ns\", source = \"S1\", confidence = \"high\" },\n]\n",
      k_sources, "m.toml");
  ASSERT_TRUE(figures.ok()) << describe(figures.error());
  EXPECT_EQ(figures->at(0).device, "X");
  EXPECT_EQ(figures->at(0).gpu, "");
  EXPECT_EQ(figures->at(0).number(), 1.5);
  EXPECT_EQ(figures->at(0).conditions, "one thread");
  EXPECT_EQ(figures->at(0).confidence, "low");
  EXPECT_EQ(figures->at(1).number(), std::nullopt) << "a formula is not a number";
}

TEST(Measurement, AFigureWithoutASourceDoesNotLoad) {
  const auto figures = parse_measurements(
      "[[device]]\nname = \"X\"\ncapability = \"9.0\"\nfigures = [\n"
      "  { metric = \"m\", value = 1.5, unit = \"ns\", confidence = \"low\" },\n]\n",
      k_sources, "m.toml");
  ASSERT_FALSE(figures.ok());
  EXPECT_EQ(figures.error().where, "m.toml:5");
}

TEST(Curve, EveryCurveLoads) {
  const Knowledge knowledge;
  const auto curves = Hardware(knowledge).curves();
  ASSERT_TRUE(curves.ok()) << describe(curves.error());
  EXPECT_GE(curves->size(), 18u);
  const auto h200 =
      std::find_if(curves->begin(), curves->end(), [](const Curve& curve) { return curve.gpu == "h200"; });
  ASSERT_NE(h200, curves->end());
  EXPECT_EQ(h200->columns.size(), 5u);
  EXPECT_EQ(h200->points.size(), 32u);
}

TEST(Curve, APointAsWideAsTheColumnsOrNotAtAll) {
  const auto curves = parse_curves(
      "[[curve]]\nname = \"c\"\ndevice = \"X\"\ncapability = \"9.0\"\nsource = \"S1\"\ncolumns = [\"a\", "
      "\"b\"]\npoints = [\n  [1, 2],\n  [3],\n]\n",
      k_sources, "c.toml");
  ASSERT_FALSE(curves.ok());
  EXPECT_EQ(curves.error().where, "c.toml:9");
  EXPECT_EQ(curves.error().what, "the point is not 2 numbers");
}

}  // namespace measurement_test
}  // namespace whet
