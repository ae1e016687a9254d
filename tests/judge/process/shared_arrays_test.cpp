// Arrays that are the judge's own memory and that a runner maps, on a virtual GPU and, where there is one, a real GPU.
#include "device/open/open_device.h"
#include "runner_fixture.h"
#include "util/hash.h"

namespace whet {
namespace shared_arrays_test {

class SharedArraysTest : public test::RunnerTest, public testing::WithParamInterface<const char*> {
 protected:
  ~SharedArraysTest() override { device_.reset(); }  // before the device whose memory it uses

  // False: there is no such device.
  bool open_sharing() {
    auto local = open_device(GetParam(), {}, knowledge_);
    if (!local) return false;
    local_ = std::move(*local);
    RemoteSettings settings = this->settings();
    settings.device.device = GetParam();
    settings.memory = local_.device.get();
    open(settings);
    return device_ != nullptr;
  }
  Result<void> increment(uint64_t in, uint64_t out) {
    TRY(module, device_->load(kernels()));
    return device_->launch({module, "increment", {{1}, {32}}, {test::bytes_of(in), test::bytes_of(out)}});
  }
  static std::string numbers(uint32_t first) {
    std::string bytes;
    for (uint32_t i = 0; i < 32; ++i) bytes += test::bytes_of(first + i);
    return bytes;
  }

  OpenedDevice local_;
};

class UnsharedArraysTest : public test::RunnerTest {};

TEST_P(SharedArraysTest, AKernelOfTheRunnerWorksOnThem) {
  if (!open_sharing()) GTEST_SKIP() << "there is no " << GetParam() << " here";
  const uint64_t in = device_->allocate_input(128, "in").value(), out = device_->allocate(128, "out").value();
  ASSERT_TRUE(device_->shares_memory());
  ASSERT_TRUE(device_->write(in, numbers(7)).ok());
  ASSERT_TRUE(device_->fill(out, 0xff, 128).ok());
  const auto launched = increment(in, out);
  ASSERT_TRUE(launched.ok()) << describe(launched.error());
  EXPECT_EQ(device_->read(out, 128).value(), numbers(8));
  EXPECT_EQ(device_->digest(out, 128, 5).value(), quick_digest(numbers(8), 5));
  EXPECT_TRUE(device_->free(in).ok() && device_->free(out).ok());
}

TEST_P(SharedArraysTest, AWriteToAnInputIsAFaultOfTheRunnerAlone) {
  if (!open_sharing()) GTEST_SKIP() << "there is no " << GetParam() << " here";
  const uint64_t in = device_->allocate_input(128, "in").value(), from = device_->allocate(128, "from").value();
  ASSERT_TRUE(device_->write(in, numbers(1)).ok() && device_->write(from, numbers(50)).ok());
  EXPECT_FALSE(increment(from, in).ok());
  const uint64_t fresh = device_->allocate(128, "fresh").value();
  EXPECT_EQ(device_->read(fresh, 128).value(), std::string(128, '\0')) << "nothing of what the judge freed is in it";
  expect_working();
}

TEST_P(SharedArraysTest, WhatTheJudgeFreedIsNotSeenByARunner) {
  if (!open_sharing()) GTEST_SKIP() << "there is no " << GetParam() << " here";
  for (int turn = 0; turn < 3; ++turn) {
    const uint64_t secret = local_.device->allocate(4096, "answers").value();
    ASSERT_TRUE(local_.device->fill(secret, 0x5a, 4096).ok() && local_.device->free(secret).ok());
    const uint64_t array = device_->allocate(4096, "array").value();
    EXPECT_EQ(device_->read(array, 4096).value(), std::string(4096, '\0'));
  }
}

TEST_P(SharedArraysTest, ARunnerThatEndedLeavesNothingBehind) {
  if (!open_sharing()) GTEST_SKIP() << "there is no " << GetParam() << " here";
  const uint64_t array = device_->allocate(128, "array").value();
  device_->restart();
  EXPECT_FALSE(device_->read(array, 128).ok());
  EXPECT_TRUE(device_->free(array).ok());
  expect_working();
}

// A device in another process cannot share its memory with a third one.
TEST_F(UnsharedArraysTest, AMachineThatCannotShareCopiesThroughTheWindow) {
  auto other = RemoteDevice::open(settings(), knowledge_);
  ASSERT_TRUE(other.ok());
  RemoteSettings settings = this->settings();
  settings.memory = other->get();
  open(settings);
  EXPECT_TRUE(device_->shares_memory()) << "it does not know yet";
  expect_working();
  EXPECT_FALSE(device_->shares_memory());
  EXPECT_FALSE(device_->protects_inputs());
  EXPECT_NE(device_->why_not_shared().find("shares no memory"), std::string::npos) << device_->why_not_shared();
  device_.reset();
}

INSTANTIATE_TEST_SUITE_P(Devices, SharedArraysTest, testing::Values("virtual:h200", "cuda:0"));

}  // namespace shared_arrays_test
}  // namespace whet
