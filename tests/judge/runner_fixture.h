// A device in a runner, and host code for it.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "judge/process/remote_device.h"
#include "util/text.h"

namespace whet::test {

template <typename T>
std::string bytes_of(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

// out[i] = in[i] + 1 for one block.
inline constexpr const char* k_increment_ptx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry increment(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<3>;
  .reg .b64 %a<4>;
  ld.param.u64 %a0, [in];
  ld.param.u64 %a1, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %a2, %r0, 4;
  add.u64 %a0, %a0, %a2;
  add.u64 %a1, %a1, %a2;
  ld.global.u32 %r1, [%a0];
  add.u32 %r1, %r1, 1;
  st.global.u32 [%a1], %r1;
  ret;
}
.visible .entry endless() {
  .reg .b32 %r<2>;
again:
  add.u32 %r0, %r0, 1;
  bra again;
}
)";

class RunnerTest : public testing::Test {
 protected:
  RemoteSettings settings() const {
    RemoteSettings settings;
    settings.device.device = "virtual:h200";
    settings.device.virtual_options.threads = 1;
    settings.program = WHET_PROGRAM;
    settings.call_deadline = std::chrono::seconds(30);
    settings.memory_bytes = 512 << 20;
    settings.output_bytes = 64 << 10;
    return settings;
  }
  void open(const RemoteSettings& settings) {
    auto opened = RemoteDevice::open(settings, knowledge_);
    ASSERT_TRUE(opened.ok()) << describe(opened.error());
    device_ = std::move(*opened);
  }
  void open() { open(settings()); }

  Build kernels() const {
    Build build;
    build.architecture = device_->facts().architecture;
    build.ptx = k_increment_ptx;
    if (!device_->facts().is_virtual) build.cubin = build.ptx + '\0';  // the driver accepts PTX too
    return build;
  }
  Build hostile() const {
    Build build;
    build.library = DiskFileSystem().read(WHET_HOSTILE).value();
    return build;
  }

  // Loads the hostile library anew and calls one of its functions.
  Result<void> call(const std::string& function, std::vector<std::string> arguments = {}) {
    TRY(module, device_->load(hostile()));
    Launch launch;
    launch.module = module;
    launch.kernel = function;
    launch.arguments = std::move(arguments);
    return device_->launch(launch);
  }
  // What the function printed: "open", or the error it met.
  std::string answer(const std::string& function, std::vector<std::string> arguments = {}) {
    const auto called = call(function, std::move(arguments));
    if (!called) return describe(called.error());
    return std::string(trim(device_->printed()));
  }
  std::string answer_about(const std::string& function, const std::string& path) {
    return answer(function, {path + '\0'});
  }

  // A kernel on buffers made for it gives what it should.
  void expect_working() {
    const auto module = device_->load(kernels());
    ASSERT_TRUE(module.ok()) << describe(module.error());
    const uint64_t in = device_->allocate(4 * 32, "in").value(), out = device_->allocate(4 * 32, "out").value();
    std::vector<uint32_t> values(32);
    for (uint32_t i = 0; i < 32; ++i) values[i] = 10 * i;
    ASSERT_TRUE(device_->write(in, {reinterpret_cast<const char*>(values.data()), 128}).ok());
    Launch launch{*module, "increment", {{1}, {32}}, {bytes_of(in), bytes_of(out)}};
    const auto launched = device_->launch(launch);
    ASSERT_TRUE(launched.ok()) << describe(launched.error());
    const std::string bytes = device_->read(out, 128).value();
    std::memcpy(values.data(), bytes.data(), 128);
    for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], 10 * i + 1);
    EXPECT_TRUE(device_->free(in).ok() && device_->free(out).ok());
    EXPECT_FALSE(device_->last_failure());
  }

  const Knowledge knowledge_;
  std::unique_ptr<RemoteDevice> device_;
};

}  // namespace whet::test
