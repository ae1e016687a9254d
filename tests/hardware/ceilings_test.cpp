#include "hardware/ceilings.h"

#include <gtest/gtest.h>

namespace whet {
namespace ceilings_test {

Ceilings ceilings_of(const char* name) {
  const Knowledge knowledge;
  return ceilings(*Hardware(knowledge).gpu(name));
}

TEST(Ceilings, RatesAreInBaseUnitsWithTheirSource) {
  const Ceilings h200 = ceilings_of("h200");
  ASSERT_TRUE(h200.dram.has_value());
  EXPECT_DOUBLE_EQ(h200.dram->per_second, 4.8e12);
  EXPECT_EQ(h200.dram->fact, "memory_bandwidth");
  EXPECT_EQ(h200.dram->source, "S14");
  EXPECT_DOUBLE_EQ(h200.peak(Math::fp32)->per_second, 67e12);
  EXPECT_DOUBLE_EQ(h200.peak(Math::fp16_tensor)->per_second, 989e12);
  EXPECT_DOUBLE_EQ(h200.peak(Math::int8_tensor)->per_second, 1979e12);
}

TEST(Ceilings, BalanceIsOperationsAByte) {
  const Ceilings h200 = ceilings_of("h200");
  EXPECT_NEAR(*h200.balance(Math::fp32), 67.0 / 4.8, 1e-9);
  EXPECT_NEAR(*h200.balance(Math::fp16_tensor), 989 / 4.8, 1e-9);
}

TEST(Ceilings, WhatIsNotKnownIsAbsent) {
  EXPECT_FALSE(ceilings_of("a100").peak(Math::fp8_tensor).has_value());
  EXPECT_FALSE(ceilings_of("a100").balance(Math::fp8_tensor).has_value());
  EXPECT_FALSE(ceilings_of("gh200").dram.has_value()) << "sold with two bandwidths";
  EXPECT_FALSE(ceilings_of("gh200").balance(Math::fp32).has_value());
  EXPECT_FALSE(ceilings_of("mi308x").peak(Math::fp32).has_value());
}

}  // namespace ceilings_test
}  // namespace whet
