#include "device/cuda/gpu_memory.h"

#include <gtest/gtest.h>

namespace whet {
namespace gpu_memory_test {

TEST(GpuMemory, WhatDoesNotFitIsToldWithNumbersAndIsNobodysFault) {
  CudaLibrary driver = CudaLibrary::open({WHET_FAKE_DRIVER}, "the driver").value();
  driver.describe_with([](int code) { return code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : "another"; });
  unsigned long long address = 0;
  const uint64_t fits = 1 << 20, too_large = uint64_t{200} << 30;
  EXPECT_TRUE(allocated(driver.call("cuMemAlloc_v2", &address, size_t{fits}), fits, driver).ok());
  const auto refused = allocated(driver.call("cuMemAlloc_v2", &address, size_t{too_large}), too_large, driver);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
  EXPECT_NE(refused.error().what.find("200.0 GiB does not fit"), std::string::npos) << refused.error().what;
  EXPECT_NE(refused.error().what.find("140.0 GiB of its 141.0 GiB are free"), std::string::npos)
      << refused.error().what;
  const auto other = allocated(failed("cuMemAlloc_v2 failed: another"), fits, driver);
  EXPECT_EQ(other.error().kind, ErrorKind::failed);
}

}  // namespace gpu_memory_test
}  // namespace whet
