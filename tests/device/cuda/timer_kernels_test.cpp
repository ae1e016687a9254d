// The timer's own kernels, on the virtual GPU: what they do to memory does not need a real one.
#include "device/cuda/timer_kernels.h"

#include <gtest/gtest.h>

#include "device/cuda/nvml.h"
#include "device/virtual/virtual_device.h"

namespace whet {

namespace timer_kernels_test {

class TimerKernels : public testing::Test {
 protected:
  void SetUp() override {
    VirtualOptions options;
    options.budget = 20'000;
    device_ = VirtualDevice::open("h200", options, knowledge_).value();
    Build build;
    build.ptx = k_timer_ptx;
    build.architecture = device_->facts().architecture;
    auto module = device_->load(build);
    ASSERT_TRUE(module.ok()) << describe(module.error());
    module_ = *module;
  }

  template <typename... Values>
  Result<void> launch(const std::string& kernel, Extent grid, Extent block, Values... values) {
    Launch launch;
    launch.module = module_;
    launch.kernel = kernel;
    launch.shape = {grid, block};
    (launch.arguments.emplace_back(reinterpret_cast<const char*>(&values), sizeof values), ...);
    return device_->launch(launch);
  }

  std::vector<uint32_t> words(uint64_t address, size_t count) {
    const std::string bytes = device_->read(address, 4 * count).value();
    std::vector<uint32_t> found(count);
    std::memcpy(found.data(), bytes.data(), bytes.size());
    return found;
  }

  const Knowledge knowledge_;
  std::unique_ptr<VirtualDevice> device_;
  std::shared_ptr<DeviceModule> module_;
};

TEST_F(TimerKernels, TheFlushReachesEverySixteenBytesAndNothingBeyond) {
  const uint64_t address = device_->allocate(4096 + 64, "buffer").value();
  ASSERT_TRUE(device_->fill(address, 0, 4096 + 64).ok());
  const auto done = launch("whet_touch", {3}, {32}, address, uint64_t{4096}, uint32_t{1});
  ASSERT_TRUE(done.ok()) << describe(done.error());
  const auto found = words(address, 1024 + 16);
  for (size_t i = 0; i < 1024; ++i) EXPECT_EQ(found[i], i % 4 == 0 ? 1u : 0u) << i;
  for (size_t i = 1024; i < found.size(); ++i) EXPECT_EQ(found[i], 0u);
}

TEST_F(TimerKernels, TheReadingPassWritesNothing) {
  const uint64_t address = device_->allocate(4096, "buffer").value();
  ASSERT_TRUE(device_->fill(address, 0x11, 4096).ok());
  ASSERT_TRUE(launch("whet_touch", {3}, {32}, address, uint64_t{4096}, uint32_t{0}).ok());
  for (const uint32_t word : words(address, 1024)) EXPECT_EQ(word, 0x11111111u);
}

TEST_F(TimerKernels, AnOpenGateLetsPass) {
  const uint64_t flag = device_->allocate(8, "flag").value();
  const uint32_t open[] = {1, 0};
  ASSERT_TRUE(device_->write(flag, {reinterpret_cast<const char*>(open), 8}).ok());
  ASSERT_TRUE(launch("whet_gate", {1}, {1}, flag, uint64_t{1} << 60).ok());
  EXPECT_EQ(words(flag, 2)[1], 0u);
}

TEST_F(TimerKernels, AClosedGateHoldsUntilItsTimeIsUpAndSaysSo) {
  const uint64_t flag = device_->allocate(8, "flag").value();
  ASSERT_TRUE(device_->fill(flag, 0, 8).ok());
  EXPECT_FALSE(launch("whet_gate", {1}, {1}, flag, uint64_t{1} << 60).ok()) << "it waits for ever";
  ASSERT_TRUE(launch("whet_gate", {1}, {1}, flag, uint64_t{0}).ok());
  EXPECT_EQ(words(flag, 2)[1], 1u);
}

TEST_F(TimerKernels, EverySmLeavesItsClockInItsSlot) {
  const uint64_t slots = device_->allocate(16 * 1024, "slots").value();
  ASSERT_TRUE(device_->fill(slots, 0, 16 * 1024).ok());
  ASSERT_TRUE(launch("whet_stamp", {132}, {1}, slots).ok());
  size_t reached = 0;
  const auto found = words(slots, 4096);
  for (size_t sm = 0; sm < 1024; ++sm) reached += found[4 * sm] != 0 || found[4 * sm + 1] != 0;
  EXPECT_GE(reached, 1u);
}

TEST_F(TimerKernels, TheEmptyOneRuns) {
  EXPECT_TRUE(launch("whet_empty", {1}, {32}).ok());
}

TEST(TimerKernelNames, OnlyTheTimersOwnAreLeftOutOfTheRecord) {
  EXPECT_TRUE(is_timer_kernel("whet_gate"));
  EXPECT_FALSE(is_timer_kernel("whet_gate2"));
  EXPECT_FALSE(is_timer_kernel("softmax"));
}

TEST(Nvml, SlowdownsAreNamedAndIdlingIsNone) {
  EXPECT_TRUE(slowdown_names(0x1).empty());
  EXPECT_EQ(slowdown_names(0x24), (std::vector<std::string>{"power cap", "heat"}));
}

}  // namespace timer_kernels_test
}  // namespace whet
