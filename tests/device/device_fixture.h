// A kernel of a few lines on a virtual GPU.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "device/virtual/virtual_device.h"

namespace whet::test {

template <typename T>
std::string bytes_of_value(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

class DeviceTest : public testing::Test {
 protected:
  static constexpr uint32_t k_count = 1 << 16;

  // Opens the device with `in` = 0, 1, 2 ... and `out`, and loads the source. False: there is no compiler.
  bool open(const std::string& source, const std::string& gpu = "h200", const VirtualOptions& options = {}) {
    auto device = VirtualDevice::open(gpu, options, knowledge_);
    EXPECT_TRUE(device.ok());
    device_ = std::move(*device);
    CompileRequest request;
    request.file = "kernel.cu";
    request.source = source;
    request.architectures = {device_->facts().architecture};
    request.exact = false;
    Compiler compiler({}, files_, processes_, clock_);
    const auto builds = compiler.compile(request);
    if (!builds && builds.error().kind == ErrorKind::missing) return false;
    EXPECT_TRUE(builds.ok()) << describe(builds.error());
    launch_.module = device_->load(builds->front()).value();
    launch_.kernel = "kernel";
    in_ = device_->allocate(4 * k_count, "in").value();
    out_ = device_->allocate(4 * k_count, "out").value();
    std::vector<float> values(k_count);
    for (uint32_t i = 0; i < k_count; ++i) values[i] = static_cast<float>(i);
    EXPECT_TRUE(device_->write(in_, {reinterpret_cast<const char*>(values.data()), 4 * values.size()}).ok());
    launch_.shape = {{k_count / 256}, {256}};
    launch_.arguments = {bytes_of_value(in_), bytes_of_value(out_), bytes_of_value(k_count)};
    return true;
  }

  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  std::unique_ptr<VirtualDevice> device_;
  Launch launch_;
  uint64_t in_ = 0, out_ = 0;
};

inline constexpr const char* k_double_kernel = R"(
extern "C" __global__ void kernel(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
})";

}  // namespace whet::test
