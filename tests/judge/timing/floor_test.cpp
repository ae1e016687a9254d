#include "judge/timing/floor.h"

#include <gtest/gtest.h>

#include "util/system/knowledge.h"

namespace whet {

namespace floor_test {

class FloorTest : public testing::Test {
 protected:
  FloorTest()
      : gpu_(Hardware(knowledge_).gpu("h200").value()), measurements_(Hardware(knowledge_).measurements().value()) {}

  PhysicsFloor floor(const FloorInput& input) const { return physics_floor(input, gpu_, measurements_); }

  const Knowledge knowledge_;
  Gpu gpu_;
  std::vector<Measurement> measurements_;
};

constexpr double k_l2 = 60.0 * 1048576;

TEST_F(FloorTest, BytesTakeAsLongAsDramNeeds) {
  FloorInput input;
  input.bytes = 4.8e9;  // a millisecond at 4800 GB/s
  EXPECT_NEAR(floor(input).seconds(), 1e-3, 1e-9);
  EXPECT_EQ(floor(input).bounds.front().name, "DRAM bandwidth");
  EXPECT_FALSE(floor(input).bounds.front().source.empty());
}

TEST_F(FloorTest, OutputsMayStillLieInL2) {
  FloorInput input;
  input.bytes = 4.8e9;
  input.output_bytes = 2.4e9;
  EXPECT_NEAR(floor(input).seconds(), (4.8e9 - k_l2) / 4.8e12, 1e-9);
}

TEST_F(FloorTest, WhatFitsIntoAHotL2IsNotBoundByDram) {
  FloorInput input;
  input.bytes = 30e6;
  input.cache = SamplingPlan::Cache::hot;
  for (const FloorBound& bound : floor(input).bounds) EXPECT_NE(bound.name, "DRAM bandwidth");
}

TEST_F(FloorTest, TheClassOfPrecisionDecidesThePeak) {
  FloorInput input;
  input.flops = 2.0 * 4096 * 4096 * 4096;
  input.precision = PrecisionClass::fp32;
  const PhysicsFloor fp32 = floor(input);
  EXPECT_EQ(fp32.bounds.front().name, "fp32 peak");
  EXPECT_NEAR(fp32.seconds(), *input.flops / 67e12, 1e-6);
  input.precision = PrecisionClass::fp16;
  EXPECT_NEAR(floor(input).seconds(), *input.flops / 989e12, 5e-6);
  input.precision = PrecisionClass::fp8;
  EXPECT_LT(floor(input).seconds(), *input.flops / 989e12);
}

// A floor must hold for data that needs one product; what is expected takes three.
TEST_F(FloorTest, SplitNumbersHaveTheirPeak) {
  FloorInput input;
  input.flops = 2.0 * 4096 * 4096 * 4096;
  input.precision = PrecisionClass::fp32;
  input.allows_split = true;
  EXPECT_NEAR(floor(input).seconds(), *input.flops / 494.7e12, 1e-6);
  const PhysicsFloor expected = roofline(input, gpu_, measurements_);
  EXPECT_EQ(expected.bounds.front().name, "tf32 tensor peak for split numbers");
  EXPECT_GT(expected.seconds(), 2.9 * floor(input).seconds());
}

TEST_F(FloorTest, ATimeBelowIsNamedWithTheBoundItBreaks) {
  FloorInput input;
  input.bytes = 4.8e9;
  const PhysicsFloor found = floor(input);
  EXPECT_TRUE(found.violation(1.0e-3).empty());
  EXPECT_TRUE(found.violation(0.96e-3).empty()) << "the sheet's figure is rounded";
  EXPECT_EQ(found.violation(0.2e-3), "200 us is less than the DRAM bandwidth allows: 1000 us");
}

TEST_F(FloorTest, NoKernelIsFasterThanAnEmptyOne) {
  FloorInput input;
  input.empty_seconds = 2e-6;
  EXPECT_TRUE(floor(input).violation(1.9e-6).empty());
  EXPECT_NE(floor(input).violation(0.1e-6).find("launch"), std::string::npos);
}

TEST_F(FloorTest, ALaterBoundIsBrokenWhereTheFirstToleratesIt) {
  PhysicsFloor found;
  found.bounds = {{"loose", 10e-6, 0.5, ""}, {"tight", 9e-6, 0.01, ""}};
  ASSERT_TRUE(found.broken_by(8e-6));
  EXPECT_EQ(found.broken_by(8e-6)->name, "tight");
}

TEST_F(FloorTest, NothingDeclaredBindsNothing) {
  EXPECT_TRUE(floor({}).bounds.empty());
  EXPECT_EQ(floor({}).seconds(), 0);
  EXPECT_TRUE(floor({}).violation(1e-12).empty());
}

TEST(FloorInput, OutputsAndTheLoosestClassComeFromTheCase) {
  Problem problem;
  ResolvedCase resolved;
  resolved.bytes = 100;
  ResolvedArgument in, half, single;
  in.bytes = 1000;
  half.role = ArgumentRole::out;
  half.type = ElementType::f16;
  half.bytes = 20;
  single.role = ArgumentRole::inout;
  single.bytes = 40;
  resolved.arguments = {in, half, single};
  const FloorInput input = floor_input(problem, resolved);
  EXPECT_EQ(input.output_bytes, 60);
  EXPECT_EQ(input.precision, PrecisionClass::fp16);
  problem.precision = PrecisionClass::tf32;
  EXPECT_EQ(floor_input(problem, resolved).precision, PrecisionClass::tf32);
}

}  // namespace floor_test
}  // namespace whet
