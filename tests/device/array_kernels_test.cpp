// The kernels that make arrays against the CPU, byte by byte. WHET_TEST_DEVICE=cuda:0 asks a real GPU.
#include "device/array_kernels.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "device/open/open_device.h"
#include "device/virtual/virtual_device.h"
#include "problem/formula/formula_cases.h"

namespace whet {
namespace array_kernels_test {

std::string tested_device() {
  const char* const named = std::getenv("WHET_TEST_DEVICE");
  return named && *named ? named : "virtual:h200";
}

class ArrayKernelsTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_device(tested_device(), {}, knowledge_);
    ASSERT_TRUE(opened.ok()) << describe(opened.error());
    device_ = std::move(opened->device);
    kernels_ = std::make_unique<ArrayKernels>(*device_, compiler_);
  }

  uint64_t placed(const std::string& bytes) {
    if (bytes.empty()) return 0;
    const uint64_t address = device_->allocate(bytes.size(), "array").value();
    EXPECT_TRUE(device_->write(address, bytes).ok());
    return address;
  }

  // False: there is no compiler.
  bool compare(const test::FormulaCase& one) {
    const std::string wanted = made(one.recipe, {one.base, one.other});
    const std::string guard(64, '\x5a');
    const uint64_t base = placed(one.base), other = placed(one.other);
    const uint64_t to = placed(std::string(wanted.size(), '\x5a') + guard);
    const auto done = kernels_->make(one.recipe, {to, base, other});
    if (!done && done.error().kind == ErrorKind::missing) return false;
    EXPECT_TRUE(done.ok()) << one.name << ": " << describe(done.error());
    const std::string got = device_->read(to, wanted.size() + guard.size()).value();
    EXPECT_EQ(got.substr(wanted.size()), guard) << one.name << " writes past its end";
    const auto at =
        static_cast<size_t>(std::mismatch(wanted.begin(), wanted.end(), got.begin()).first - wanted.begin());
    EXPECT_EQ(at, wanted.size()) << one.name << " differs at element " << at / bytes_of(one.recipe.type);
    for (const uint64_t address : {base, other, to}) {
      EXPECT_TRUE(address == 0 || device_->free(address).ok());
    }
    return true;
  }

  const Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{}, files_, processes_, clock_};
  std::unique_ptr<Device> device_;
  std::unique_ptr<ArrayKernels> kernels_;
};

class ArrayKernelsOfType : public ArrayKernelsTest, public testing::WithParamInterface<int> {};

// Twice every kind of content: more than 500 arrays of all types.
TEST_P(ArrayKernelsOfType, MakeTheBytesOfTheProcessor) {
  const auto type = static_cast<ElementType>(GetParam());
  int cases = 0;
  for (int number = 0; number < 2 * test::FormulaCases::k_kinds; ++number) {
    const auto seed = static_cast<uint64_t>(1000 * GetParam() + number);
    const auto one =
        test::FormulaCases(seed, test::FormulaCases::Length::few).make(number % test::FormulaCases::k_kinds, type);
    if (!one) continue;
    if (!compare(*one)) GTEST_SKIP() << "no compiler";
    ++cases;
  }
  EXPECT_GE(cases, 40);
}

TEST_F(ArrayKernelsTest, GatherValuesForAVariant) {
  const std::vector<double> values = {3, 1, 4, 1, 5, 9, 2, 6};
  const uint64_t base = placed(encode_elements(ElementType::i16, values));
  const auto some = kernels_->gather(ElementType::i16, values.size(), base, 3);
  if (!some && some.error().kind == ErrorKind::missing) GTEST_SKIP() << "no compiler";
  ASSERT_TRUE(some.ok()) << describe(some.error());
  EXPECT_EQ(*some, (std::vector<double>{3, 1, 2}));
}

INSTANTIATE_TEST_SUITE_P(ArrayKernels, ArrayKernelsOfType, testing::Range(0, test::k_element_types),
                         [](const auto& info) { return std::string(name_of(static_cast<ElementType>(info.param))); });

}  // namespace array_kernels_test
}  // namespace whet
