// The virtual GPU as a Device: what it refuses, what it says of a launch, and that counts do not depend on how it ran.
#include "device/virtual/virtual_device.h"

#include <filesystem>

#include "device_fixture.h"
#include "support/source_folder.h"
#include "support/support.h"
#include "vgpu/program/sampling.h"
#include "vgpu/time/metrics.h"

namespace whet {
namespace virtual_device_test {

constexpr std::string_view k_loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";

class VirtualDeviceTest : public test::DeviceTest {
 protected:
  std::string refusal() {
    const auto run = device_->run(launch_, {});
    EXPECT_FALSE(run.ok());
    EXPECT_EQ(run.error().kind, ErrorKind::bad_input);
    return run.error().what;
  }
};

TEST_F(VirtualDeviceTest, RunsAKernelAndGivesBackItsResult) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  ASSERT_TRUE(device_->launch(launch_).ok());
  const std::string bytes = device_->read(out_, 4 * k_count).value();
  float last = 0;
  std::memcpy(&last, bytes.data() + bytes.size() - 4, 4);
  EXPECT_EQ(last, 2.0f * (k_count - 1));
}

TEST_F(VirtualDeviceTest, RefusesABlockTheGpuDoesNotTake) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  launch_.shape.block = {64, 32};
  EXPECT_NE(refusal().find("2048 threads a block, at most 1024"), std::string::npos);
  launch_.shape.block = {1, 1, 128};
  EXPECT_NE(refusal().find("block extent z is 128, allowed are 1 to 64"), std::string::npos);
}

TEST_F(VirtualDeviceTest, RefusesAGridTheGpuDoesNotTake) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  launch_.shape.grid = {1, 70000};
  EXPECT_NE(refusal().find("grid extent y is 70000, allowed are 1 to 65535"), std::string::npos);
}

TEST_F(VirtualDeviceTest, RefusesMoreSharedMemoryThanABlockMayHave) {
  if (!open(test::k_double_kernel, "4090")) GTEST_SKIP() << "no compiler";
  launch_.shape.dynamic_shared_bytes = 110000;
  EXPECT_NE(refusal().find("110000 bytes of shared memory a block, at most 101376"), std::string::npos);
}

TEST_F(VirtualDeviceTest, RefusesMoreThreadsThanTheLaunchBounds) {
  std::string source = test::k_double_kernel;
  source.replace(source.find("void"), 4, "void __launch_bounds__(128)");
  if (!open(source)) GTEST_SKIP() << "no compiler";
  EXPECT_NE(refusal().find("256 threads a block, the kernel's __launch_bounds__ allow 128"), std::string::npos);
}

TEST_F(VirtualDeviceTest, RefusesMoreMemoryThanItHas) {
  VirtualOptions options;
  options.memory_bytes = 1 << 20;
  if (!open(test::k_double_kernel, "h200", options)) GTEST_SKIP() << "no compiler";
  const auto address = device_->allocate(1 << 20, "more");
  ASSERT_FALSE(address.ok());
  EXPECT_NE(address.error().what.find("1.0 MiB"), std::string::npos) << address.error().what;
}

TEST_F(VirtualDeviceTest, TheTimeIsModelledWithItsRange) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  const auto time = device_->time(launch_);
  ASSERT_TRUE(time.ok());
  EXPECT_EQ(time->origin, Origin::modelled);
  EXPECT_GT(time->low_seconds, 0);
  EXPECT_LT(time->low_seconds, time->seconds);
  EXPECT_LT(time->seconds, time->high_seconds);
}

TEST_F(VirtualDeviceTest, MetricsComeByTheirNames) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  const auto metrics = device_->metrics(launch_, {std::string(k_loads), "no__such_metric.sum"});
  ASSERT_TRUE(metrics.ok());
  ASSERT_EQ(metrics->size(), 1u);
  EXPECT_EQ(metrics->front().name, k_loads);
  EXPECT_EQ(metrics->front().value, 4 * k_count / 32);
  EXPECT_EQ(metrics->front().origin, Origin::counted);
}

TEST_F(VirtualDeviceTest, ASampleOfARegularKernelCountsAsTheWholeDoes) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  VirtualRun sampled;
  sampled.sample_blocks = 32;
  const auto whole = device_->run(launch_, {}), part = device_->run(launch_, sampled);
  ASSERT_TRUE(whole.ok() && part.ok());
  EXPECT_EQ(part->result.counts.blocks, 32u);
  for (const vgpu::NamedCount& count : whole->metrics) {
    const double scaled = vgpu::find_metric(part->metrics, count.name).value();
    EXPECT_NEAR(scaled, count.value, 0.03 * count.value) << count.name;
  }
}

TEST_F(VirtualDeviceTest, ASampleOfAKernelThatAddsToAnArrayLeavesOneRunOfIt) {
  if (!open(R"(
extern "C" __global__ void kernel(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
})"))
    GTEST_SKIP() << "no compiler";
  const uint64_t before = device_->allocate(4 * k_count, "out before").value();
  ASSERT_TRUE(device_->fill(before, 0, 4 * k_count));
  SamplingPlan plan;
  plan.resets = {{0, out_, 4 * k_count, before, 0}};
  ASSERT_TRUE(device_->sample({launch_}, plan).ok());
  EXPECT_EQ(device_->read(out_, 4 * k_count).value(), device_->read(in_, 4 * k_count).value());
}

TEST_F(VirtualDeviceTest, TheNumberOfThreadsChangesNothing) {
  std::vector<std::vector<vgpu::NamedCount>> metrics;
  std::vector<std::string> outputs;
  for (const int threads : {1, 2}) {
    VirtualOptions options;
    options.threads = threads;
    if (!open(test::k_double_kernel, "h200", options)) GTEST_SKIP() << "no compiler";
    auto report = device_->run(launch_, {});
    ASSERT_TRUE(report.ok());
    metrics.push_back(std::move(report->metrics));
    outputs.push_back(device_->read(out_, 4 * k_count).value());
    launch_.module.reset();
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  ASSERT_EQ(metrics[0].size(), metrics[1].size());
  for (size_t i = 0; i < metrics[0].size(); ++i)
    EXPECT_EQ(metrics[0][i].value, metrics[1][i].value) << metrics[0][i].name;
}

TEST_F(VirtualDeviceTest, BlocksThatWaitForEachOtherAreNotSampled) {
  const std::string source = R"(
extern "C" __global__ void kernel(const float* in, volatile float* out, unsigned n) {
  while (blockIdx.x > 0 && out[blockIdx.x - 1] != 1.0f) ;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = 1.0f;
})";
  if (!open(source)) GTEST_SKIP() << "no compiler";
  VirtualRun how;
  how.sample_blocks = vgpu::k_as_needed;
  const auto report = device_->run(launch_, how);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->result.counts.sampled());
}

// All the work is in one block, which leaves a mark that it is done; `more` stands before its condition.
std::string works_once(const std::string& condition) {
  return "extern \"C\" __global__ void kernel(const float* in, float* out, unsigned n) {\n  if (!(" + condition +
         R"()) return;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) sum += in[i] * in[i];
  out[threadIdx.x + 1] = sum;
  __syncthreads();
  out[0] = 77.0f;
})";
}

TEST_F(VirtualDeviceTest, AKernelThatFindsItsMarkIsTimedWithoutIt) {
  std::vector<double> seconds;
  for (const char* condition : {"blockIdx.x == 0", "blockIdx.x == 0 && out[0] != 77.0f"}) {
    if (!open(works_once(condition))) GTEST_SKIP() << "no compiler";
    SamplingPlan plan;
    plan.resets = {{0, out_, 4 * k_count, 0, 0}};
    const auto sampling = device_->sample({launch_}, plan);
    ASSERT_TRUE(sampling.ok());
    seconds.push_back(sampling->samples.front().seconds);
    launch_.module.reset();
  }
  EXPECT_NEAR(seconds[1] / seconds[0], 1, 0.1);
}

TEST_F(VirtualDeviceTest, IdleBlocksMakeNoKernelFaster) {
  std::vector<double> seconds;
  for (const uint32_t blocks : {16u, 1056u}) {
    if (!open(R"(
extern "C" __global__ void kernel(const float* in, float* out, unsigned n) {
  if (blockIdx.x >= 16) return;
  float sum = 0;
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) sum += in[i] * r;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
})"))
      GTEST_SKIP() << "no compiler";
    launch_.shape.grid = {blocks};
    const auto time = device_->time(launch_);
    ASSERT_TRUE(time.ok());
    seconds.push_back(time->seconds);
    launch_.module.reset();
  }
  EXPECT_GT(seconds[1] / seconds[0], 0.95);
  EXPECT_LT(seconds[1] / seconds[0], 1.3);
}

// Launches cost what they run, not what is known of GPUs.
TEST_F(VirtualDeviceTest, ReadsTheRatesOfItsModelOnce) {
  const test::TemporaryDirectory directory;
  const std::string copy = directory.path("knowledge");
  std::filesystem::copy(test::source_folder() + "/knowledge", copy, std::filesystem::copy_options::recursive);
  knowledge_ = Knowledge(copy);
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  const auto first = device_->time(launch_);
  ASSERT_TRUE(first.ok());
  std::filesystem::remove_all(copy);
  EXPECT_TRUE(device_->launch(launch_).ok());
  const auto second = device_->time(launch_);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(first->seconds, second->seconds);
}

TEST_F(VirtualDeviceTest, AFaultIsTheErrorOfALaunch) {
  if (!open(test::k_double_kernel)) GTEST_SKIP() << "no compiler";
  launch_.arguments[2] = test::bytes_of_value(2 * k_count);
  launch_.shape.grid = {2 * k_count / 256};
  const auto done = device_->launch(launch_);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind, ErrorKind::failed);
  EXPECT_NE(done.error().what.find("out of bounds"), std::string::npos);
  EXPECT_EQ(done.error().where, "kernel.cu:4");
}

TEST_F(VirtualDeviceTest, AKernelThatNeverEndsRunsOutOfItsBudget) {
  VirtualOptions options;
  options.budget = 100000;
  const std::string source =
      "extern \"C\" __global__ void kernel(const float* in, volatile unsigned* out, unsigned n) { while (out[0] <= "
      "~0u) ; }";
  if (!open(source, "h200", options)) GTEST_SKIP() << "no compiler";
  const auto report = device_->run(launch_, {});
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->result.finished);
  ASSERT_FALSE(report->result.faults.empty());
  EXPECT_EQ(report->result.faults.front().kind, vgpu::FaultKind::endless);
  EXPECT_NE(report->result.faults.front().detail.find("nobody writes"), std::string::npos);
  EXPECT_EQ(device_->launch(launch_).error().kind, ErrorKind::bad_input);
}

}  // namespace virtual_device_test
}  // namespace whet
