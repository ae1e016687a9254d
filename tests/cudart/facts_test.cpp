// What programs are told of the device, of errors, and of themselves.
#include <gtest/gtest.h>

#include "cudart/code/program_file.h"
#include "cudart/device_properties.h"
#include "cudart/error_text.h"
#include "cudart/usage.h"
#include "device/transfer_rates.h"
#include "support/source_folder.h"
#include "util/system/files.h"

namespace whet::cudart {
namespace facts_test {

TEST(DeviceProperties, AreThoseOfTheNamedGpu) {
  const Knowledge knowledge;
  const auto device = VirtualDevice::open("h200", {}, knowledge);
  ASSERT_TRUE(device.ok());
  const SmLimits limits = *sm_limits((*device)->facts().gpu.capability);
  const cudaDeviceProp properties = device_properties(**device, limits);
  EXPECT_STREQ(properties.name, "NVIDIA H200");
  EXPECT_EQ(properties.major * 10 + properties.minor, 90);
  EXPECT_EQ(properties.multiProcessorCount, 132);
  EXPECT_EQ(properties.sharedMemPerBlockOptin, 232448u);
  EXPECT_EQ(properties.maxThreadsPerMultiProcessor, 2048);
  EXPECT_EQ(device_attribute(cudaDevAttrMultiProcessorCount, **device, limits), 132);
  EXPECT_EQ(device_attribute(cudaDevAttrClockRate, **device, limits), 1980000);
  EXPECT_EQ(device_attribute(cudaDevAttrCooperativeLaunch, **device, limits), 1);
  EXPECT_EQ(device_attribute(static_cast<cudaDeviceAttr>(9999), **device, limits), std::nullopt);
}

TEST(ErrorText, NamesAndMessagesAreCudas) {
  EXPECT_STREQ(error_name(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(error_text(cudaErrorIllegalAddress), "an illegal memory access was encountered");
  EXPECT_STREQ(error_text(cudaSuccess), "no error");
  EXPECT_STREQ(error_name(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST(TransferRates, ALinkMovesItsLanesTimesItsGeneration) {
  EXPECT_NEAR(pcie_bytes_per_second("PCIe 5.0 x16"), 63.0e9, 0.1e9);
  EXPECT_NEAR(pcie_bytes_per_second("PCIe 3.0 x4"), 3.94e9, 0.01e9);
  EXPECT_EQ(pcie_bytes_per_second("NVLink"), 0);
  EXPECT_EQ(pcie_bytes_per_second("PCIe 99.0 x16"), 0);
  const TransferRates unknown;
  EXPECT_EQ(unknown.link_seconds({.width = 100}), 0);
}

TEST(ProgramFile, AnExecutableNamesItsLibraries) {
  const auto bytes = DiskFileSystem().read("/proc/self/exe");
  ASSERT_TRUE(bytes.ok());
  const auto program = read_program_file(as_bytes(*bytes));
  ASSERT_TRUE(program.ok());
  EXPECT_TRUE(program->is_elf);
  EXPECT_NE(std::find(program->needed.begin(), program->needed.end(), "libc.so.6"), program->needed.end());
  EXPECT_EQ(program->runtime(), "");
  EXPECT_FALSE(program->has_device_code);
  EXPECT_EQ(*choose_runtime(*program, "p"), "libcudart.so.13");
}

TEST(ProgramFile, AProgramOfNvccNamesItsRuntimeAndHoldsKernels) {
  const std::string folder = whet::test::source_folder() + "/tests/fuzz/corpus/fuzz_program_file/";
  const auto shared = DiskFileSystem().read(folder + "shared_13"), inside = DiskFileSystem().read(folder + "inside");
  ASSERT_TRUE(shared.ok() && inside.ok());
  const auto program = read_program_file(as_bytes(*shared));
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(program->runtime(), "libcudart.so.13");
  EXPECT_TRUE(program->has_device_code);
  EXPECT_FALSE(choose_runtime(*read_program_file(as_bytes(*inside)), "p").ok());
  EXPECT_FALSE(read_program_file(as_bytes(shared->substr(0, shared->size() / 2))).ok());
}

TEST(ProgramFile, AScriptIsLeftToItsInterpreter) {
  const auto program = read_program_file(as_bytes("#!/bin/sh\nexit 0\n"));
  ASSERT_TRUE(program.ok());
  EXPECT_FALSE(program->is_elf);
  EXPECT_EQ(*choose_runtime(*program, "p"), "libcudart.so.13");
}

TEST(ProgramFile, ARuntimeInsideOrOfAnotherVersionIsRefused) {
  ProgramFile inside{.is_elf = true, .needed = {"libc.so.6"}, .has_device_code = true};
  EXPECT_NE(choose_runtime(inside, "p").error().mend.find("-cudart shared"), std::string::npos);
  inside.needed.emplace_back("libcudart.so.12");
  EXPECT_EQ(*choose_runtime(inside, "p"), "libcudart.so.12");
  const ProgramFile old{.is_elf = true, .needed = {"libcudart.so.11.0"}};
  EXPECT_NE(choose_runtime(old, "p").error().what.find("libcudart.so.11.0"), std::string::npos);
}

TEST(Usage, SurvivesItsWayThroughAFile) {
  Usage usage{.device = "virtual:h200", .gpu = "H200"};
  usage.of("fill").launches = 3;
  usage.of("fill").seconds = 1.5;
  usage.findings = 2;
  const auto read = read_usage(*Json::parse(to_json(usage).dump()));
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->kernels.size(), 1u);
  EXPECT_EQ(read->kernels[0].launches, 3u);
  EXPECT_EQ(read->kernels[0].seconds, 1.5);
  EXPECT_EQ(read->findings, 2u);
  EXPECT_FALSE(read_usage(Json::object()).ok());
}

}  // namespace facts_test
}  // namespace whet::cudart
