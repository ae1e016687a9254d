// What is found of arrays on a device against what the host finds of the same arrays. WHET_TEST_DEVICE=cuda:0 asks a
// real GPU.
#include "device/device_arrays.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "device/open/open_device.h"
#include "problem/data/data.h"
#include "problem/data/edited_values.h"

namespace whet {
namespace device_arrays_test {

constexpr uint64_t k_rows = 24, k_columns = 40, k_count = k_rows * k_columns;

class DeviceArraysTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* const given = std::getenv("WHET_TEST_DEVICE");
    auto opened = open_device(given && *given ? given : "virtual:h200", {}, knowledge_);
    ASSERT_TRUE(opened.ok()) << describe(opened.error());
    opened_ = std::move(*opened);
    arrays_ = std::make_unique<DeviceArrays>(*opened_.device, compiler_, 1);
    const auto tried = arrays_->range(held({1, 2}));
    if (!tried && tried.error().kind == ErrorKind::missing) GTEST_SKIP() << "there is no CUDA compiler here";
  }

  // On the device and nowhere else.
  NumberArray held(const std::vector<double>& values, ElementType type = ElementType::f32) {
    const std::string bytes = encode_elements(type, values);
    const uint64_t address = opened_.device->allocate(bytes.size(), "array").value();
    EXPECT_TRUE(opened_.device->write(address, bytes).ok());
    ArrayContent content = arrays_->keep(address, bytes.size()).value();
    EXPECT_TRUE(opened_.device->free(address).ok());
    return {type, std::move(content)};
  }
  static NumberArray on_host(const std::vector<double>& values, ElementType type = ElementType::f32) {
    return {type, encode_elements(type, values)};
  }
  // Rows of different magnitude with a few numbers that are none.
  static std::vector<double> drawn(uint64_t seed, bool has_odd = true) {
    std::vector<double> values(k_count);
    for (uint64_t i = 0; i < k_count; ++i) {
      const uint64_t bits = random_bits(seed, i);
      values[i] = (static_cast<double>(bits >> 11) * 0x1p-53 - 0.5) * std::exp2(static_cast<double>(i / k_columns % 9));
      if (has_odd && bits % 97 == 0) values[i] = std::numeric_limits<double>::infinity();
      if (has_odd && bits % 89 == 0) values[i] = std::nan("");
      if (bits % 83 == 0) values[i] = 0;
    }
    return values;
  }

  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{}, files_, processes_, clock_};
  OpenedDevice opened_;
  std::unique_ptr<DeviceArrays> arrays_;
};

TEST_F(DeviceArraysTest, RangesAndSomeValuesAreTheHosts) {
  for (const ElementType type : {ElementType::f32, ElementType::f64, ElementType::bf16, ElementType::i16}) {
    const std::vector<double> values = drawn(3, is_floating(type));
    const auto there = arrays_->range(held(values, type)), here = host_math().range(on_host(values, type));
    ASSERT_TRUE(there.ok() && here.ok());
    EXPECT_EQ(there->low, here->low);
    EXPECT_EQ(there->high, here->high);
    EXPECT_EQ(there->specials, here->specials);
    const NumberArray array = held(drawn(4, false), type);
    EXPECT_EQ(arrays_->every(array, 7).value(), host_math().every(on_host(drawn(4, false), type), 7).value());
    EXPECT_EQ(arrays_->value(array, 11).value(), on_host(drawn(4, false), type)[11]);
    EXPECT_FALSE(array.content().has_bytes()) << "it never came to the host";
  }
}

TEST_F(DeviceArraysTest, ValuesAreFoundWhereverTheyStand) {
  std::vector<double> values = drawn(5);
  values.front() = 4096, values.back() = -4096;
  std::vector<double> wanted{-4096, -1, 0.125, 4096, 8192};
  EXPECT_EQ(arrays_->find(held(values), wanted).value(), host_math().find(on_host(values), wanted).value());
  EXPECT_EQ(arrays_->find(held(values), wanted).value().back(), false);
  EXPECT_EQ(arrays_->find(held(values), wanted).value().front(), true);
}

TEST_F(DeviceArraysTest, BitsThatDifferAreCounted) {
  const std::vector<double> values = drawn(6, false);
  std::vector<double> other = values;
  for (size_t i = 0; i < 10; ++i) other[i] = -other[i];  // the sign alone
  other[500] = 77;
  const auto there = arrays_->masked(held(values), held(other), 0x80000000),
             none = arrays_->masked(held(values), held(values), 0);
  ASSERT_TRUE(there.ok() && none.ok());
  const auto here = host_math().masked(on_host(values), on_host(other), 0x80000000);
  EXPECT_EQ(there->by_mask, here->by_mask);
  EXPECT_GE(there->by_mask, 8u);
  EXPECT_EQ(there->otherwise, 1u);
  EXPECT_EQ(none->otherwise + none->by_mask, 0u);
}

// Slack is what an answer moves by, element by element, row by row and column by column.
TEST_F(DeviceArraysTest, SlackIsTheHostsAndWidensTolerances) {
  for (const ElementType type : {ElementType::f32, ElementType::f64}) {
    const SlackRule rule{3.5, {k_rows, k_columns}, type == ElementType::f64};
    const std::vector<double> expected = drawn(7);
    NumberArray there, here;
    for (const uint64_t draw : {1, 2, 3}) {
      std::vector<double> moved = expected;
      for (size_t i = 0; i < moved.size(); ++i) moved[i] *= 1 + 1e-6 * static_cast<double>(random_bits(draw, i) % 8);
      there = arrays_->widened(there, held(expected, type), held(moved, type), rule).value();
      here = host_math().widened(here, on_host(expected, type), on_host(moved, type), rule).value();
    }
    ASSERT_TRUE(there.is_held());
    EXPECT_EQ(there.type(), type);
    std::vector<double> output = expected;
    for (size_t i = 0; i < output.size(); ++i) output[i] += here[i] * (i % 50 == 0 ? 1.0001 : 0.999);
    const CompareRule compare{{PrecisionClass::fp32}, {k_rows, k_columns}};
    const auto with = arrays_->compare(held(output, type), held(expected, type), compare, there);
    const auto host = host_math().compare(on_host(output, type), on_host(expected, type), compare, here);
    ASSERT_TRUE(with.ok() && host.ok()) << describe(with.error());
    EXPECT_EQ(with->mismatches, host->mismatches);
    EXPECT_EQ(with->closest->element.index, host->closest->element.index);
    EXPECT_EQ(with->closest->allowed, host->closest->allowed);
    EXPECT_EQ(there.values(), here.values());
  }
}

// The first exceeds its type only by rounding, as the answer to nearly the same inputs shows; the second surely does.
TEST_F(DeviceArraysTest, AnInfinityThatRoundingDecidesAgreesWithTheLargestNumbers) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity(), k_largest = 65504;
  const std::vector<double> expected = {k_infinity, k_infinity, -k_infinity, 1},
                            moved = {k_largest, k_infinity, -65472, 1};
  const CompareRule compare{{PrecisionClass::fp16}, {4}};
  const SlackRule rule{256, {4}, false};
  for (ArrayMath* math : {static_cast<ArrayMath*>(&host_math()), static_cast<ArrayMath*>(arrays_.get())}) {
    const auto made = [&](const std::vector<double>& values) {
      return math == &host_math() ? on_host(values, ElementType::f16) : held(values, ElementType::f16);
    };
    const NumberArray slack = math->widened({}, made(expected), made(moved), rule).value();
    const auto mismatches = [&](const std::vector<double>& output) {
      return math->compare(made(output), made(expected), compare, slack).value().mismatches;
    };
    EXPECT_EQ(mismatches({k_largest, k_infinity, -65472, 1}), 0u);
    EXPECT_EQ(mismatches({k_infinity, k_infinity, -k_infinity, 1}), 0u);
    EXPECT_EQ(mismatches({60'000, k_infinity, 65472, 1}), 2u) << "too far from the limit, and of the other sign";
    EXPECT_EQ(mismatches({k_largest, k_largest, -k_infinity, 1}), 1u) << "the second is infinite in both answers";
  }
}

// A change of a variant of a fill: each is made of the one before.
TEST_F(DeviceArraysTest, ContentsAreMadeOfOneAnotherThere) {
  ResolvedArgument argument;
  argument.name = "in";
  argument.type = ElementType::f32;
  argument.count = k_count;
  argument.bytes = 4 * k_count;
  argument.shape = {k_rows, k_columns};
  argument.fill = {FillKind::normal, 0, 1, {}, {}};
  const ArrayContent fill = make_content(argument, 5, files_).value();
  const ArrayContent changed = ArrayContent::made_by(few_changed_recipe(argument.type, k_count, 9), fill);
  const ArrayContent nudged = ArrayContent::made_by(nudged_recipe(argument.type, k_count, 2, 0x1p-23), changed);
  const uint64_t to = opened_.device->allocate(argument.bytes, "in").value();
  opened_.device->use_maker(arrays_.get());
  EXPECT_TRUE(opened_.device->make(to, nudged).value());
  EXPECT_EQ(opened_.device->read(to, argument.bytes).value(), nudged.bytes());
  const ArrayContent kept = opened_.device->keep(to, argument.bytes).value();
  ASSERT_TRUE(opened_.device->fill(to, 0, argument.bytes).ok());
  EXPECT_EQ(kept.bytes(), nudged.bytes()) << "a copy of its own";
  opened_.device->use_maker(nullptr);
}

TEST_F(DeviceArraysTest, ADeviceIsTriedBeforeItIsTrusted) {
  const auto ready = arrays_->prepare();
  EXPECT_TRUE(ready.ok()) << describe(ready.error());
}

TEST_F(DeviceArraysTest, MemoryIsTakenOnce) {
  (void)held(drawn(1));
  const uint64_t once = arrays_->held_bytes();
  EXPECT_GE(once, 4 * k_count);
  for (int turn = 0; turn < 20; ++turn) (void)held(drawn(1));
  EXPECT_EQ(arrays_->held_bytes(), once);
  EXPECT_EQ(arrays_->spare_bytes(), once);
  arrays_->give_back();
  EXPECT_EQ(arrays_->held_bytes(), 0u);
}

}  // namespace device_arrays_test
}  // namespace whet
