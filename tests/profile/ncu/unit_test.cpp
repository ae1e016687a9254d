#include "profile/ncu/unit.h"

#include <gtest/gtest.h>

namespace unit_test {

using namespace whet;

struct Case {
  const char* text;
  NcuQuantity quantity;
  double factor;
};

TEST(NcuUnit, UnitsOfAllVersionsScaleToBaseUnits) {
  const Case cases[] = {
      {"", NcuQuantity::number, 1},
      {"%", NcuQuantity::percent, 1},
      {"byte", NcuQuantity::bytes, 1},
      {"Kbyte", NcuQuantity::bytes, 1e3},
      {"Mbyte", NcuQuantity::bytes, 1e6},
      {"byte/block", NcuQuantity::bytes, 1},
      {"Kbyte/block", NcuQuantity::bytes, 1e3},
      {"byte/second", NcuQuantity::bytes_per_second, 1},
      {"Gbyte/s", NcuQuantity::bytes_per_second, 1e9},
      {"Tbyte/second", NcuQuantity::bytes_per_second, 1e12},
      {"byte/nsecond", NcuQuantity::bytes_per_second, 1e9},
      {"nsecond", NcuQuantity::nanoseconds, 1},
      {"usecond", NcuQuantity::nanoseconds, 1e3},
      {"msecond", NcuQuantity::nanoseconds, 1e6},
      {"second", NcuQuantity::nanoseconds, 1e9},
      {"ns", NcuQuantity::nanoseconds, 1},
      {"us", NcuQuantity::nanoseconds, 1e3},
      {"ms", NcuQuantity::nanoseconds, 1e6},
      {"s", NcuQuantity::nanoseconds, 1e9},
      {"hz", NcuQuantity::hertz, 1},
      {"Khz", NcuQuantity::hertz, 1e3},
      {"MHz", NcuQuantity::hertz, 1e6},
      {"Ghz", NcuQuantity::hertz, 1e9},
      {"cycle/second", NcuQuantity::hertz, 1},
      {"cycle/usecond", NcuQuantity::hertz, 1e6},
      {"cycle/nsecond", NcuQuantity::hertz, 1e9},
      {"cycle", NcuQuantity::number, 1},
      {"register/thread", NcuQuantity::number, 1},
      {"inst/cycle", NcuQuantity::number, 1},
      {"warp", NcuQuantity::number, 1},
      {"SM", NcuQuantity::number, 1},
      {"sectors", NcuQuantity::number, 1},
      {"branches", NcuQuantity::number, 1},
      {"Kinst", NcuQuantity::number, 1e3},
      {"sector/nsecond", NcuQuantity::per_second, 1e9},
      {"1/s", NcuQuantity::per_second, 1},
  };
  for (const Case& each : cases) {
    const auto unit = parse_ncu_unit(each.text);
    ASSERT_TRUE(unit) << each.text;
    EXPECT_EQ(unit->quantity, each.quantity) << each.text;
    EXPECT_NEAR(unit->factor, each.factor, each.factor * 1e-12) << each.text;
  }
}

TEST(NcuUnit, OtherUnitsAreUnknown) {
  for (const char* text : {"furlong", "byte/fortnight", "Xbyte", "mbyte", "byte/s/s", "/", "K"}) {
    EXPECT_FALSE(parse_ncu_unit(text)) << text;
  }
}

}  // namespace unit_test
