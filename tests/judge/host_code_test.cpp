// Host functions of candidates with CUDA calls, on the virtual GPU through whet's CUDA runtime.
#include "compile/compiler.h"
#include "runner_fixture.h"

namespace whet {
namespace host_code_test {

constexpr const char* k_source = R"(
#include <cuda_runtime.h>
__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
__global__ void wild(float* out) { out[1 << 28] = 1; }
extern "C" void solve(const float* in, float* out, int n) {
  float* between = nullptr;
  cudaMalloc(&between, n * sizeof(float));
  twice<<<(n + 255) / 256, 256>>>(in, between, n);
  twice<<<(n + 255) / 256, 256>>>(between, out, n);
  cudaFree(between);
}
extern "C" void spoil(const float*, float* out, int) { wild<<<1, 1>>>(out); }
)";

class HostCodeTest : public test::RunnerTest {
 protected:
  static constexpr int k_count = 1000;

  // False where there is no compiler or no runtime.
  bool open_with(const std::string& function) {
    RemoteSettings wanted = settings();
    wanted.device.host_code = true;
    auto opened = RemoteDevice::open(wanted, knowledge_);
    if (!opened && opened.error().kind == ErrorKind::missing) return false;
    EXPECT_TRUE(opened.ok()) << describe(opened.error());
    device_ = std::move(*opened);
    return load(function);
  }
  bool load(const std::string& function) {
    CompileRequest request;
    request.file = "solve.cu";
    request.source = k_source;
    request.architectures = {device_->facts().architecture};
    request.host_function = function;
    Compiler compiler({}, files_, processes_, clock_);
    const auto builds = compiler.compile(request);
    if (!builds && builds.error().kind == ErrorKind::missing) return false;
    EXPECT_TRUE(builds.ok()) << describe(builds.error());
    const auto module = device_->load(builds->front());
    EXPECT_TRUE(module.ok()) << describe(module.error());
    in_ = device_->allocate(4 * k_count, "in").value();
    out_ = device_->allocate(4 * k_count, "out").value();
    std::vector<float> values(k_count, 3.0f);
    EXPECT_TRUE(device_->write(in_, {reinterpret_cast<const char*>(values.data()), 4 * k_count}).ok());
    launch_ = {*module, function, {}, {test::bytes_of(in_), test::bytes_of(out_), test::bytes_of(k_count)}};
    return true;
  }
  float last_result() {
    float value = 0;
    std::memcpy(&value, device_->read(out_ + 4 * (k_count - 1), 4).value().data(), 4);
    return value;
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Launch launch_;
  uint64_t in_ = 0, out_ = 0;
};

TEST_F(HostCodeTest, ItsCallsMeetTheJudgesBuffers) {
  if (!open_with("solve")) GTEST_SKIP() << "no nvcc or no runtime";
  const auto launched = device_->launch(launch_);
  ASSERT_TRUE(launched.ok()) << describe(launched.error());
  EXPECT_EQ(last_result(), 12.0f);
}

TEST_F(HostCodeTest, ItsTimeIsThatOfItsKernelsAndItsWork) {
  if (!open_with("solve")) GTEST_SKIP() << "no nvcc or no runtime";
  const auto time = device_->time(launch_);
  ASSERT_TRUE(time.ok()) << describe(time.error());
  EXPECT_EQ(time->origin, Origin::modelled);
  EXPECT_GT(time->seconds, 1e-6);  // two launches
  EXPECT_LT(time->seconds, 1e-3);
  const auto sampled = device_->sample({launch_, launch_}, {});
  ASSERT_TRUE(sampled.ok()) << describe(sampled.error());
  // Beside its kernels stands what its process worked on the CPU, which no two calls do alike.
  EXPECT_GE(sampled->samples.at(0).seconds, 2e-6);
  EXPECT_LT(sampled->samples.at(0).seconds, 2e-3);
}

TEST_F(HostCodeTest, AKernelThatFaultsCostsTheRunner) {
  if (!open_with("spoil")) GTEST_SKIP() << "no nvcc or no runtime";
  const auto launched = device_->launch(launch_);
  ASSERT_FALSE(launched.ok());
  EXPECT_NE(launched.error().what.find("cudaErrorIllegalAddress"), std::string::npos) << launched.error().what;
  EXPECT_EQ(device_->last_failure(), RunnerFailure::lost);
  ASSERT_TRUE(load("solve"));
  ASSERT_TRUE(device_->launch(launch_).ok());
  EXPECT_EQ(last_result(), 12.0f);
}

TEST(HostCode, IsNotLoadedIntoTheJudge) {
  const Knowledge knowledge;
  const auto device = open_device("virtual:h200", {}, knowledge).value();
  Build build;
  build.library = "anything";
  const auto loaded = device.device->load(build);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().kind, ErrorKind::bug);
}

}  // namespace host_code_test
}  // namespace whet
