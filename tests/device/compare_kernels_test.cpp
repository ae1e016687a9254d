// Comparisons on a device against those of the CPU: every number of every verdict. WHET_TEST_DEVICE=cuda:0 asks a real
// GPU, WHET_TEST_CASES=10000 more of them.
#include "device/compare_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "device/open/open_device.h"
#include "problem/data/data.h"

namespace whet {
namespace compare_kernels_test {

constexpr int k_types = 15;

std::string text_of_environment(const char* name, const char* otherwise) {
  const char* const given = std::getenv(name);
  return given && *given ? given : otherwise;
}

// Draws of one case.
class Draws {
 public:
  explicit Draws(uint64_t seed) : seed_(seed) {}
  uint64_t bits() { return random_bits(seed_, next_++); }
  uint64_t below(uint64_t count) { return bits() % count; }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  uint64_t seed_, next_ = 0;
};

// What is compared, and how.
struct ComparedCase {
  ElementType type = ElementType::f32;
  bool is_wide = false;  // expected values are doubles, not of the output's type
  std::string output;
  std::vector<double> expected;
  CompareRule rule;
};

double odd_value(Draws& draws) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  const double values[] = {0.0,     -0.0,  std::nan(""), k_infinity, -k_infinity, 1e-42,
                           -4e-320, 65504, 1e38,         3.3e38,     1e300};
  return values[draws.below(std::size(values))];
}

ComparedCase drawn_case(uint64_t seed) {
  Draws draws(seed);
  ComparedCase one;
  one.type = static_cast<ElementType>(draws.below(k_types));
  one.is_wide = draws.below(2);
  const uint64_t rows = 1 + draws.below(40), columns = 1 + draws.below(60);
  if (draws.below(2)) one.rule.shape = {rows, columns};
  one.rule.precision.precision = static_cast<PrecisionClass>(draws.below(7));
  if (draws.below(4) == 0) one.rule.precision.absolute = 0.25, one.rule.precision.relative = 0.125;
  const double size = std::exp2(static_cast<double>(draws.below(24)) - 8);
  std::vector<double> output;
  const uint64_t odd = draws.below(3) ? 1000000 : 20;
  for (uint64_t i = 0; i < rows * columns; ++i) {
    double wanted = (draws.unit() - 0.5) * size * (i / columns % 7 == 3 ? 1024 : 1);
    if (draws.below(odd) == 0) wanted = odd_value(draws);
    if (!one.is_wide) {
      char bytes[8];
      encode_element(one.type, wanted, bytes);
      wanted = decode_element(one.type, bytes);
    }
    one.expected.push_back(wanted);
    double got = wanted;
    const uint64_t kind = draws.below(12);
    if (kind == 0) got += size * 1e-5 * draws.unit();
    if (kind == 1) got += 0.25 + 0.125 * std::fabs(wanted);  // exactly at the tolerance of some rules
    if (kind == 2) got *= 1 + 4e-3 * draws.unit();
    if (draws.below(odd) == 0) got = odd_value(draws);
    output.push_back(got);
  }
  one.output = encode_elements(one.type, output);
  return one;
}

void expect_same(const std::optional<Mismatch>& a, const std::optional<Mismatch>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->index, b->index);
}

void expect_same(const Comparison& a, const Comparison& b) {
  EXPECT_EQ(a.mismatches, b.mismatches);
  EXPECT_EQ(a.nans, b.nans);
  EXPECT_EQ(a.infinities, b.infinities);
  EXPECT_EQ(a.unexpected_nans, b.unexpected_nans);
  EXPECT_EQ(a.max_absolute, b.max_absolute);
  EXPECT_EQ(a.max_relative, b.max_relative);
  EXPECT_EQ(a.tolerance.absolute, b.tolerance.absolute);
  EXPECT_EQ(a.tolerance.relative, b.tolerance.relative);
  expect_same(a.first, b.first);
  expect_same(a.worst, b.worst);
  ASSERT_EQ(a.closest.has_value(), b.closest.has_value());
  if (!a.closest) return;
  EXPECT_EQ(a.closest->element.index, b.closest->element.index);
}

TEST(CompareKernels, FindWhatTheProcessorFinds) {
  const Knowledge knowledge;
  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
  Compiler compiler{{}, files, processes, clock};
  auto opened = open_device(text_of_environment("WHET_TEST_DEVICE", "virtual:h200"), {}, knowledge);
  ASSERT_TRUE(opened.ok()) << describe(opened.error());
  Device& device = *opened->device;
  CompareKernels kernels(device, compiler);
  const uint64_t cases = std::strtoull(text_of_environment("WHET_TEST_CASES", "120").c_str(), nullptr, 10);
  uint64_t unequal = 0, specials = 0;
  for (uint64_t seed = 1; seed <= cases && !testing::Test::HasFailure(); ++seed) {
    const ComparedCase one = drawn_case(seed);
    const ElementType expected_type = one.is_wide ? ElementType::f64 : one.type;
    const std::string expected = encode_elements(expected_type, one.expected);
    const uint64_t got_at = device.allocate(one.output.size(), "output").value();
    const uint64_t expected_at = device.allocate(expected.size(), "expected").value();
    ASSERT_TRUE(device.write(got_at, one.output).ok() && device.write(expected_at, expected).ok());
    const auto there = kernels.compare({one.type, got_at}, {expected_type, expected_at}, one.expected.size(), one.rule);
    if (!there && there.error().kind == ErrorKind::missing) GTEST_SKIP() << "there is no CUDA compiler here";
    ASSERT_TRUE(there.ok()) << describe(there.error());
    const auto here = compare_output(one.type, one.output, one.expected, one.rule);
    ASSERT_TRUE(here.ok());
    SCOPED_TRACE(testing::Message() << "case " << seed << ", " << name_of(one.type));
    expect_same(*here, *there);
    unequal += !here->equal();
    specials += here->nans + here->infinities > 0;
    EXPECT_TRUE(device.free(got_at).ok() && device.free(expected_at).ok());
  }
  EXPECT_GT(unequal, cases / 10);
  EXPECT_LT(unequal, cases);
  EXPECT_GT(specials, cases / 20);
}

}  // namespace compare_kernels_test
}  // namespace whet
