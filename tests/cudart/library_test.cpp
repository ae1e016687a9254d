// The shared library as a process finds it.
#include <dlfcn.h>
#include <driver_types.h>
#include <gtest/gtest.h>

#include <cstring>

#include "cudart/process_device.h"
#include "device/device.h"

namespace whet {
namespace library_test {

class LibraryTest : public testing::Test {
 protected:
  void SetUp() override {
#ifdef WHET_CUDART_LIBRARY
    library_ = ::dlopen(WHET_CUDART_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << ::dlerror();
#else
    GTEST_SKIP() << "this build has no shared library";
#endif
  }
  template <typename Function>
  Function* find(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(library_, name));
  }
  void* library_ = nullptr;
};

TEST_F(LibraryTest, GivesTheDeviceItsCallsGoTo) {
  const auto device_of = find<decltype(whet_cudart_device)>("whet_cudart_device");
  const auto allocate = find<cudaError_t(void**, size_t)>("cudaMalloc");
  const auto copy = find<cudaError_t(void*, const void*, size_t, cudaMemcpyKind)>("cudaMemcpy");
  ASSERT_TRUE(device_of && allocate && copy);
  Device* const device = device_of();
  ASSERT_NE(device, nullptr);
  EXPECT_TRUE(device->facts().is_virtual);
  void* data = nullptr;
  ASSERT_EQ(allocate(&data, 5), cudaSuccess);
  ASSERT_EQ(copy(data, "hello", 5, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(*device->read(reinterpret_cast<uint64_t>(data), 5), "hello");
  const uint64_t own = *device->allocate(5, "own");
  char word[6] = {};
  ASSERT_TRUE(device->write(own, "whet!").ok());
  ASSERT_EQ(copy(word, reinterpret_cast<void*>(own), 5, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_STREQ(word, "whet!");
}

TEST_F(LibraryTest, WhatItHasNotIsRefusedWhenItIsCalled) {
  const auto unsupported = find<cudaError_t()>("cudaGLGetDevices");
  ASSERT_NE(unsupported, nullptr);
  testing::internal::CaptureStderr();
  EXPECT_EQ(unsupported(), cudaErrorNotSupported);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("cudaGLGetDevices"), std::string::npos);
  EXPECT_EQ(find<cudaError_t()>("cudaGetLastError")(), cudaErrorNotSupported);
}

#ifdef WHET_CUDART12_LIBRARY
TEST_F(LibraryTest, OfCuda12HasItsVersionAndItsLayoutOfProperties) {
  void* const library = ::dlopen(WHET_CUDART12_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << ::dlerror();
  EXPECT_NE(::dlvsym(library, "cudaMalloc", "libcudart.so.12"), nullptr);
  EXPECT_EQ(::dlsym(library, "cudaGetDeviceProperties"), nullptr);  // of CUDA 11, which has yet another layout
  const auto properties_of =
      reinterpret_cast<cudaError_t (*)(void*, int)>(::dlsym(library, "cudaGetDeviceProperties_v2"));
  ASSERT_NE(properties_of, nullptr);
  char properties[1032] = {};  // cudaDeviceProp of CUDA 12
  ASSERT_EQ(properties_of(properties, 0), cudaSuccess);
  int sms = 0, major = 0;
  std::memcpy(&sms, properties + 388, sizeof sms);      // multiProcessorCount
  std::memcpy(&major, properties + 360, sizeof major);  // major
  EXPECT_STREQ(properties, "NVIDIA H200");
  EXPECT_EQ(sms, 132);
  EXPECT_EQ(major, 9);
}
#endif

TEST_F(LibraryTest, ShowsNothingOfItsInside) {
  for (const char* name : {"ZSTD_decompress", "SHA256_Init", "_ZN4whet8describeERKNS_5ErrorE"})
    EXPECT_EQ(::dlsym(library_, name), nullptr) << name;
  EXPECT_NE(::dlvsym(library_, "cudaMalloc", "libcudart.so.13"), nullptr);
}

}  // namespace library_test
}  // namespace whet
