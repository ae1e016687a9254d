// A runtime on a virtual GPU with a few kernels registered as nvcc's host code registers them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "binary/fatbin_builder.h"
#include "cudart/runtime.h"

namespace whet::cudart::test {

inline constexpr const char* k_ptx = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 counter = 5;
.const .align 4 .b8 table[16];
.visible .entry fill(.param .u64 to, .param .u32 value, .param .u32 count)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [to];
  ld.param.u32 %r1, [value];
  ld.param.u32 %r2, [count];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r6, %r3, %r4, %r5;
  setp.ge.u32 %p1, %r6, %r2;
  @%p1 bra done;
  mul.wide.u32 %rd2, %r6, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
done:
  ret;
}
.visible .entry racing(.param .u64 to)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  mov.u32 %r1, %tid.x;
  st.global.u32 [%rd1], %r1;
  ret;
}
.visible .entry sharing()
{
  .shared .align 4 .b8 own[1024];
  ret;
}
)";

// As nvcc lays it out.
struct Wrapper {
  uint32_t magic = 0x466243b1;
  uint32_t version = 1;
  const void* fatbin = nullptr;
  const void* linked = nullptr;  // with version 2: an array of the files' fatbins
};

class RuntimeTest : public testing::Test {
 protected:
  RuntimeTest() { open({}); }

  void open(const RuntimeOptions& options) {
    auto opened = Runtime::open(
        options,
        {[this](std::string_view text) { told_ += text; }, [this](std::string_view text) { printed_ += text; }},
        knowledge_);
    ASSERT_TRUE(opened.ok()) << describe(opened.error());
    runtime_ = std::move(*opened);
    register_code(whet::test::fatbin(whet::test::entry(1, 80, 0, k_ptx)));
  }

  void register_code(std::string fatbin) {
    fatbin_ = std::move(fatbin);
    wrapper_.fatbin = fatbin_.data();
    module_ = runtime_->code().add(&wrapper_);
    runtime_->code().add_kernel(module_, &fill_stub_, "fill");
    runtime_->code().add_kernel(module_, &sharing_stub_, "sharing");
    runtime_->code().add_kernel(module_, &racing_stub_, "racing");
    runtime_->code().add_variable(&counter_stub_, {module_, "counter", 4});
  }

  cudaError_t launch_fill(void* to, uint32_t value, uint32_t count, cudaStream_t stream = nullptr) {
    void* arguments[] = {&to, &value, &count};
    return runtime_->launch(runtime_->code().kernel(&fill_stub_), {{(count + 63) / 64}, {64}}, arguments, stream);
  }

  cudaError_t wait() { return runtime_->after_wait(runtime_->streams().synchronize()); }

  std::vector<uint32_t> words(void* from, size_t count) {
    std::vector<uint32_t> values(count);
    EXPECT_EQ(runtime_->copy(values.data(), from, {.width = 4 * count}, cudaMemcpyDefault, nullptr), cudaSuccess);
    return values;
  }

  const Knowledge knowledge_;
  std::string told_, printed_;
  std::string fatbin_;
  Wrapper wrapper_;
  char fill_stub_ = 0, racing_stub_ = 0, sharing_stub_ = 0, counter_stub_ = 0;
  std::unique_ptr<Runtime> runtime_;
  CodeModule* module_ = nullptr;
};

}  // namespace whet::cudart::test
