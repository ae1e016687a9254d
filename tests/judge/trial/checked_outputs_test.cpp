// What a session keeps from one candidate to the next, and that nothing wrong passes by it.
#include "judge/trial/checked_outputs.h"

#include <gtest/gtest.h>

#include "device/virtual/virtual_device.h"

namespace whet {
namespace checked_outputs_test {

class CheckMemoryTest : public testing::Test {
 protected:
  void SetUp() override { device_ = VirtualDevice::open("h200", {}, knowledge_).value(); }

  std::string at(uint64_t address, size_t bytes) { return device_->read(address, bytes).value(); }

  const Knowledge knowledge_;
  std::unique_ptr<VirtualDevice> device_;
  const std::string first_ = std::string(5000, 'a'), second_ = std::string(5000, 'b');
};

TEST_F(CheckMemoryTest, InputsArriveWhetherTheyAreKeptOrNot) {
  for (const uint64_t room : {uint64_t{0}, uint64_t{6000}, uint64_t{1} << 20}) {
    CheckedOutputs memory(*device_, room);
    const uint64_t array = device_->allocate(5000, "array").value();
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(memory.put(array, first_).ok());
      EXPECT_EQ(at(array, 5000), first_);
      ASSERT_TRUE(memory.put(array, second_).ok());
      EXPECT_EQ(at(array, 5000), second_);
    }
  }
}

TEST_F(CheckMemoryTest, ACopyThatWasWrittenOverIsMadeAnew) {
  CheckedOutputs memory(*device_, 1 << 20);
  const uint64_t array = device_->allocate(5000, "array").value();
  ASSERT_TRUE(memory.put(array, first_).ok());
  // The copy lies between what was allocated before it and what is allocated now.
  const uint64_t behind = device_->allocate(1, "behind").value();
  size_t spoilt = 0;
  for (uint64_t address = array + 5000; address < behind; ++address) spoilt += device_->fill(address, 'x', 1).ok();
  ASSERT_GE(spoilt, 5000u);
  ASSERT_TRUE(memory.put(array, first_).ok());
  EXPECT_EQ(at(array, 5000), first_);
}

TEST_F(CheckMemoryTest, OutputsAreRightInTheirOwnTrialAlone) {
  CheckedOutputs memory(*device_, 0);
  const Trial trial, other;
  Verdict verdict;
  verdict.outputs.push_back({.name = "out"});
  EXPECT_EQ(memory.right(trial, {1, 2}), nullptr);
  memory.add_right(trial, {1, 2}, verdict);
  ASSERT_NE(memory.right(trial, {1, 2}), nullptr);
  EXPECT_EQ(memory.right(trial, {1, 2})->outputs.front().name, "out");
  EXPECT_EQ(memory.right(trial, {2, 1}), nullptr);
  EXPECT_EQ(memory.right(other, {1, 2}), nullptr);
  memory.forget();
  EXPECT_EQ(memory.right(trial, {1, 2}), nullptr);
}

TEST_F(CheckMemoryTest, NoTwoHaveTheSameKey) {
  CheckedOutputs one(*device_, 0), two(*device_, 0);
  EXPECT_NE(one.key(), two.key());
}

}  // namespace checked_outputs_test
}  // namespace whet
