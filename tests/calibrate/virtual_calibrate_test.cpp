// The probes on virtual GPUs: their results are right, and what they measure is what the model's rates say.
#include <gtest/gtest.h>

#include <cmath>

#include "calibrate/calibrate.h"
#include "calibrate/probe_run.h"
#include "device/virtual/virtual_device.h"
#include "vgpu/time/time_model.h"

namespace whet {
namespace virtual_calibrate_test {

class VirtualCalibrate : public testing::Test {
 protected:
  // False: there is no compiler.
  bool run(const std::string& gpu, std::vector<std::string> only) {
    device_ = VirtualDevice::open(gpu, {}, knowledge_).value();
    parameters_ = vgpu::time_parameters(device_->facts().gpu, knowledge_).value();
    Compiler compiler({}, files_, processes_, clock_);
    ProbeScale scale = probe_scale(*device_).value();
    scale.most_bytes = 128 << 20;
    CalibrateOrder order{.only = std::move(only), .date = "2026-11-17"};
    found_ = calibrate(*device_, scale, order, {compiler, knowledge_, clock_}).value();
    for (const ProbeFigure& figure : found_.figures) {
      if (figure.why.find("compiler") != std::string::npos) return false;
      EXPECT_TRUE(figure.good()) << figure.id << ": " << figure.why;
    }
    return true;
  }

  // What the model makes of work alone, on all SMs, in a launch so long that nothing else counts.
  template <typename Set>
  double modelled_rate(double work, const Set& set) const {
    vgpu::TimeFeatures features;
    features.blocks = 8 * parameters_.sms;
    features.warps_per_block = features.resident_blocks = 8;
    features.work_share = features.traffic_share = 1 / parameters_.sms;
    set(features);
    const double one = vgpu::modelled_seconds(features, parameters_);
    return work / (one - parameters_.launch_seconds);
  }

  void expect_rate(const char* id, double expected, double tolerance) const {
    const ProbeFigure* const figure = found_.find(id);
    ASSERT_NE(figure, nullptr) << id;
    EXPECT_NEAR(figure->value / expected, 1, tolerance) << id << " " << figure->value << " instead of " << expected;
  }

  double cycles(const char* id) const { return found_.find(id)->value * parameters_.clock_hz; }

  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  std::unique_ptr<VirtualDevice> device_;
  vgpu::TimeParameters parameters_;
  Calibration found_;
};

constexpr double k_much = 1e12, k_lanes = 32;

TEST_F(VirtualCalibrate, ArithmeticReachesTheRatesOfThePipes) {
  if (!run("h200", {"fp32", "fp64", "int32_multiply", "int32_add", "special"})) GTEST_SKIP() << "no compiler";
  const auto rate = [&](double vgpu::TimeFeatures::* pipe, double operations) {
    return modelled_rate(operations * k_lanes * k_much, [&](vgpu::TimeFeatures& f) { f.issued = f.*pipe = k_much; });
  };
  expect_rate("fp32", rate(&vgpu::TimeFeatures::fp32, 2), 0.04);
  expect_rate("fp64", rate(&vgpu::TimeFeatures::fp64, 2), 0.04);
  expect_rate("int32_multiply", rate(&vgpu::TimeFeatures::int_multiply, 1), 0.04);
  expect_rate("int32_add", rate(&vgpu::TimeFeatures::alu, 1), 0.04);
  expect_rate("special", rate(&vgpu::TimeFeatures::special, 1), 0.04);
}

TEST_F(VirtualCalibrate, MemoriesReachTheRatesOfTheModel) {
  if (!run("h200", {"dram_read", "dram_copy", "l2", "shared"})) GTEST_SKIP() << "no compiler";
  expect_rate("dram_read", modelled_rate(k_much, [](auto& f) { f.l2_bytes = f.dram_bytes = k_much; }), 0.04);
  // Each stored line costs L2 something of its own.
  expect_rate("dram_copy",
              modelled_rate(k_much,
                            [](auto& f) {
                              f.l2_bytes = f.dram_bytes = k_much;
                              f.l2_write_bytes = k_much / 2;
                              f.store_lines = k_much / 2 / 128;
                            }),
              0.06);
  expect_rate("l2",
              modelled_rate(k_much,
                            [](auto& f) {
                              f.l2_bytes = k_much;
                              f.global_sectors = k_much / 32;
                              f.global_lines = k_much / 128;
                            }),
              0.05);
  expect_rate("shared", modelled_rate(k_much, [](auto& f) { f.shared_wavefronts = k_much / 128; }), 0.05);
  EXPECT_EQ(found_.find("dram_copy")->points.size(), 3u);
}

TEST_F(VirtualCalibrate, TensorCoresReachTheirRates) {
  if (!run("h200", {"tensor_fp16", "mma_fp16", "mma_int8"})) GTEST_SKIP() << "no compiler";
  const auto rate = [&](double vgpu::TimeFeatures::* products) {
    return modelled_rate(2 * k_much, [&](vgpu::TimeFeatures& f) { f.*products = k_much; });
  };
  expect_rate("tensor_fp16", rate(&vgpu::TimeFeatures::group_f16), 0.05);
  expect_rate("mma_fp16", rate(&vgpu::TimeFeatures::mma_f16), 0.04);
  expect_rate("mma_int8", rate(&vgpu::TimeFeatures::mma_i8), 0.04);
  EXPECT_GT(found_.find("tensor_fp16")->value, found_.find("mma_fp16")->value);
}

TEST_F(VirtualCalibrate, LatenciesAndCostsAreThoseOfTheModel) {
  if (!run("h200", {"latency_shared", "latency_l1", "latency_l2", "latency_dram", "launch", "launch_next",
                    "barrier_256", "barrier_grid", "barrier_cluster", "atomic_one", "atomic_line", "atomic_many"}))
    GTEST_SKIP() << "no compiler";
  EXPECT_NEAR(cycles("latency_shared") / parameters_.shared_latency, 1, 0.15);
  EXPECT_NEAR(cycles("latency_l1") / parameters_.l1_latency, 1, 0.1);
  EXPECT_NEAR(cycles("latency_l2") / parameters_.l2_latency, 1, 0.05);
  EXPECT_NEAR(cycles("latency_dram") / parameters_.dram_latency, 1, 0.05);
  EXPECT_NEAR(found_.find("launch")->value / parameters_.launch_seconds, 1, 0.1);
  EXPECT_NEAR(found_.find("launch_next")->value / parameters_.launch_seconds, 1, 0.1);
  EXPECT_GT(found_.find("atomic_many")->value, found_.find("atomic_line")->value);
  EXPECT_GT(found_.find("atomic_line")->value, found_.find("atomic_one")->value);
}

// Of every architecture that has instructions of its own.
TEST_F(VirtualCalibrate, EveryProbeComputesWhatTheArithmeticSays) {
  for (const char* const gpu : {"a100", "h200", "4090", "b200", "5090"}) {
    device_ = VirtualDevice::open(gpu, {}, knowledge_).value();
    Compiler compiler({}, files_, processes_, clock_);
    std::map<std::string, std::shared_ptr<DeviceModule>> modules;
    for (const CeilingProbe& probe : probes_for(device_->facts().architecture).probes) {
      auto& module = modules[probe.file + (probe.defines.empty() ? "" : probe.defines.front())];
      if (!module) {
        CompileRequest request;
        request.file = "probes/" + probe.file + ".cu";
        request.source = knowledge_.read(request.file).value();
        request.architectures = {device_->facts().architecture};
        request.defines = probe.defines;
        request.exact = false;
        const auto builds = compiler.compile(request);
        if (!builds && builds.error().kind == ErrorKind::missing) GTEST_SKIP() << "no compiler";
        ASSERT_TRUE(builds.ok()) << describe(builds.error());
        module = device_->load(builds->front()).value();
      }
      const auto wrong = ProbeRun(*device_, module, probe, probe_scale(*device_).value(), 1).check();
      ASSERT_TRUE(wrong.ok()) << gpu << " " << probe.id << ": " << describe(wrong.error());
      EXPECT_EQ(*wrong, "") << gpu << " " << probe.id;
    }
  }
}

// A check that accepts anything would let a kernel pass whose work the compiler removed.
TEST_F(VirtualCalibrate, ChecksRefuseOtherResults) {
  const ProbeScale scale{.sms = 132, .l2_bytes = 60 << 20};
  for (const CeilingProbe& probe : probes_for({90, 'a'}).probes) {
    const ProbeLaunch launch = probe.launch(scale, ProbeSize::check);
    if (!launch.check) continue;
    const uint64_t bytes = launch.arrays[launch.result].bytes;
    EXPECT_NE(launch.check(std::string(bytes, '\0'), 4096), "") << probe.id << " accepts zeros";
    EXPECT_NE(launch.check(std::string(bytes, '\x11'), 4096), "") << probe.id;
  }
}

TEST_F(VirtualCalibrate, AnUnknownProbeIsRefusedWithTheKnownOnes) {
  device_ = VirtualDevice::open("h200", {}, knowledge_).value();
  Compiler compiler({}, files_, processes_, clock_);
  const auto found =
      calibrate(*device_, probe_scale(*device_).value(), {.only = {"dram"}}, {compiler, knowledge_, clock_});
  ASSERT_FALSE(found.ok());
  EXPECT_NE(describe(found.error()).find("dram_copy"), std::string::npos);
}

}  // namespace virtual_calibrate_test
}  // namespace whet
