#include "problem/numbers/element_type.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace whet {
namespace element_type_test {

uint32_t bits_of(ElementType type, double value) {
  uint32_t bits = 0;
  encode_element(type, value, reinterpret_cast<char*>(&bits));
  return bits;
}

double value_of(ElementType type, uint32_t bits) {
  return decode_element(type, reinterpret_cast<const char*>(&bits));
}

constexpr double k_infinity = std::numeric_limits<double>::infinity();

TEST(ElementType, NamesAndSizes) {
  for (const std::string& name : element_type_names()) {
    const auto type = parse_element_type(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(name_of(*type), name);
  }
  EXPECT_FALSE(parse_element_type("float"));
  EXPECT_EQ(bytes_of(ElementType::bf16), 2u);
  EXPECT_EQ(bytes_of(ElementType::e4m3), 1u);
  EXPECT_EQ(bytes_of(ElementType::boolean), 1u);
  EXPECT_EQ(bytes_of(ElementType::u64), 8u);
}

TEST(ElementType, EveryBitPatternComesBack) {
  for (const ElementType type : {ElementType::f16, ElementType::bf16, ElementType::e4m3, ElementType::e5m2}) {
    const uint32_t patterns = bytes_of(type) == 2 ? 0x10000 : 0x100;
    for (uint32_t bits = 0; bits < patterns; ++bits) {
      const double value = value_of(type, bits);
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(value_of(type, bits_of(type, value))));
      else
        ASSERT_EQ(bits_of(type, value), bits) << name_of(type) << " " << bits;
    }
  }
}

// A value between two neighbours becomes the nearer one, and the even one in the middle.
TEST(ElementType, RoundingIsToTheNearestAndToEvenInTheMiddle) {
  for (const ElementType type : {ElementType::f16, ElementType::bf16, ElementType::e4m3, ElementType::e5m2}) {
    const uint32_t patterns = bytes_of(type) == 2 ? 0x7c00 : 0x7b;
    for (uint32_t bits = 0; bits + 1 < patterns; bits += bytes_of(type) == 2 ? 7 : 1) {
      const double low = value_of(type, bits), high = value_of(type, bits + 1);
      if (!std::isfinite(high) || std::isnan(high)) break;
      const double middle = low / 2 + high / 2;
      ASSERT_EQ(bits_of(type, middle), bits + (bits & 1)) << name_of(type) << " " << bits;
      ASSERT_EQ(bits_of(type, std::nextafter(middle, -1.0)), bits) << name_of(type) << " " << bits;
      ASSERT_EQ(bits_of(type, std::nextafter(middle, k_infinity)), bits + 1) << name_of(type) << " " << bits;
      ASSERT_EQ(bits_of(type, -middle) & (patterns > 0xff ? 0x7fff : 0x7f), bits + (bits & 1));
    }
  }
}

TEST(ElementType, KnownValues) {
  EXPECT_EQ(bits_of(ElementType::f16, 1.0), 0x3c00u);
  EXPECT_EQ(bits_of(ElementType::f16, 65504), 0x7bffu);
  EXPECT_EQ(bits_of(ElementType::f16, 65520), 0x7c00u);
  EXPECT_EQ(bits_of(ElementType::f16, 0x1p-24), 1u);
  EXPECT_EQ(bits_of(ElementType::f16, 0x1p-25), 0u);
  EXPECT_EQ(bits_of(ElementType::bf16, -1.5), 0xbfc0u);
  EXPECT_EQ(bits_of(ElementType::e4m3, 448), 0x7eu);
  EXPECT_EQ(bits_of(ElementType::e4m3, 1000), 0x7eu) << "there is no infinity";
  EXPECT_EQ(bits_of(ElementType::e5m2, 1e9), 0x7bu);
  EXPECT_EQ(bits_of(ElementType::e5m2, k_infinity), 0x7cu);
  EXPECT_EQ(value_of(ElementType::e4m3, 0x01), 0x1p-9);
}

TEST(ElementType, IntegersRoundAndSaturate) {
  EXPECT_EQ(value_of(ElementType::i8, bits_of(ElementType::i8, -200)), -128);
  EXPECT_EQ(value_of(ElementType::u8, bits_of(ElementType::u8, -3)), 0);
  EXPECT_EQ(value_of(ElementType::i32, bits_of(ElementType::i32, 2.5)), 2);
  EXPECT_EQ(value_of(ElementType::i16, bits_of(ElementType::i16, std::nan(""))), 0);
  EXPECT_EQ(decode_elements(ElementType::i64, encode_elements(ElementType::i64, std::vector{1e30, -1e30})),
            (std::vector{9223372036854775808.0, -9223372036854775808.0}));
}

TEST(ElementType, ArraysComeBack) {
  const std::vector<double> values = {0, 1, 2, 100, 3};
  for (const std::string& name : element_type_names()) {
    const ElementType type = *parse_element_type(name);
    if (type == ElementType::boolean || type == ElementType::e4m3 || type == ElementType::e5m2) continue;
    EXPECT_EQ(decode_elements(type, encode_elements(type, values)), values) << name;
  }
  EXPECT_EQ(decode_elements(ElementType::boolean, encode_elements(ElementType::boolean, std::vector{0.0, 7.0})),
            (std::vector{0.0, 1.0}));
}

}  // namespace element_type_test
}  // namespace whet
