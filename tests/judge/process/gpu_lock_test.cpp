// One holder per GPU.
#include "judge/process/gpu_lock.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <thread>

#include "support/support.h"

namespace whet {
namespace gpu_lock_test {

using std::chrono::milliseconds;

TEST(GpuLock, ASecondHolderWaitsAndIsToldWhoHasIt) {
  const test::TemporaryDirectory place;
  const auto first = GpuLock::take("GPU-1234", milliseconds(0), place.path());
  ASSERT_TRUE(first.ok());
  const auto begun = std::chrono::steady_clock::now();
  const auto second = GpuLock::take("GPU-1234", milliseconds(100), place.path());
  ASSERT_FALSE(second.ok());
  EXPECT_GE(std::chrono::steady_clock::now() - begun, milliseconds(100));
  EXPECT_EQ(second.error().what, "GPU-1234 is in use by process " + std::to_string(::getpid()));
}

TEST(GpuLock, OtherGpusAreFree) {
  const test::TemporaryDirectory place;
  const auto first = GpuLock::take("cuda:0", milliseconds(0), place.path());
  EXPECT_TRUE(GpuLock::take("cuda:1", milliseconds(0), place.path()).ok());
}

TEST(GpuLock, IsFreeAgainWithItsHolder) {
  const test::TemporaryDirectory place;
  {
    ASSERT_TRUE(GpuLock::take("cuda:0", milliseconds(0), place.path()).ok());
  }
  EXPECT_TRUE(GpuLock::take("cuda:0", milliseconds(0), place.path()).ok());
}

TEST(GpuLock, IsFreeAgainWhenTheHolderIsKilled) {
  const test::TemporaryDirectory place;
  const pid_t holder = ::fork();
  if (holder == 0) {
    const auto held = GpuLock::take("cuda:0", milliseconds(0), place.path());
    for (;;) ::pause();
  }
  while (DiskFileSystem().read(place.path("gpu-cuda_0.lock")).ok() == false ||
         DiskFileSystem().read(place.path("gpu-cuda_0.lock"))->empty()) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  const auto meanwhile = GpuLock::take("cuda:0", milliseconds(0), place.path());
  ASSERT_FALSE(meanwhile.ok());
  EXPECT_NE(meanwhile.error().what.find(std::to_string(holder)), std::string::npos);
  ::kill(holder, SIGKILL);
  ::waitpid(holder, nullptr, 0);
  EXPECT_TRUE(GpuLock::take("cuda:0", milliseconds(1000), place.path()).ok());
}

TEST(GpuLock, AWaitingHolderGetsItWhenItIsFree) {
  const test::TemporaryDirectory place;
  auto first = std::make_unique<GpuLock>(GpuLock::take("cuda:0", milliseconds(0), place.path()).value());
  std::thread later([&] {
    std::this_thread::sleep_for(milliseconds(100));
    first.reset();
  });
  EXPECT_TRUE(GpuLock::take("cuda:0", milliseconds(5000), place.path()).ok());
  later.join();
}

}  // namespace gpu_lock_test
}  // namespace whet
