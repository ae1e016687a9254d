#include "cudart/runtime.h"

#include "cudart_fixture.h"

namespace whet::cudart::test {
namespace runtime_test {

TEST_F(RuntimeTest, AKernelWritesWhatACopyBringsBack) {
  void* const data = *runtime_->memory().allocate(400);
  EXPECT_EQ(launch_fill(data, 7, 100), cudaSuccess);
  EXPECT_EQ(words(data, 100), std::vector<uint32_t>(100, 7));
}

TEST_F(RuntimeTest, AKernelReachesPinnedManagedAndRegisteredMemoryAtTheHostsAddress) {
  std::vector<uint32_t> own(64);
  ASSERT_TRUE(runtime_->memory().register_host(own.data(), 256).ok());
  for (void* memory : {*runtime_->memory().allocate_pinned(256), *runtime_->memory().allocate_managed(256),
                       static_cast<void*>(own.data())}) {
    EXPECT_EQ(launch_fill(memory, 9, 64), cudaSuccess);
    EXPECT_EQ(static_cast<uint32_t*>(memory)[63], 9u);
  }
  EXPECT_TRUE(runtime_->memory().unregister_host(own.data()).ok());
  EXPECT_EQ(told_, "");
}

TEST_F(RuntimeTest, AStoppedKernelIsToldAtTheNextWaitAndByEveryCallFromThenOn) {
  void* const data = *runtime_->memory().allocate(400);
  EXPECT_EQ(launch_fill(data, 7, 101), cudaSuccess);
  EXPECT_EQ(runtime_->told_fault(), cudaSuccess);
  EXPECT_EQ(wait(), cudaErrorIllegalAddress);
  EXPECT_EQ(runtime_->told_fault(), cudaErrorIllegalAddress);
  EXPECT_EQ(wait(), cudaErrorIllegalAddress);
  EXPECT_NE(told_.find("fill stopped: out of bounds"), std::string::npos) << told_;
  EXPECT_NE(told_.find("just past the end of `cudaMalloc 1` (400 bytes)"), std::string::npos) << told_;
  EXPECT_EQ(runtime_->usage().error, "cudaErrorIllegalAddress");
}

TEST_F(RuntimeTest, WorkBehindAStoppedKernelIsNotDone) {
  void* const data = *runtime_->memory().allocate(8);
  ASSERT_TRUE(runtime_->memory().fill(data, 0, 1, {.width = 8}).ok());  // fresh memory holds anything
  EXPECT_EQ(launch_fill(nullptr, 7, 1), cudaSuccess);
  EXPECT_EQ(launch_fill(data, 7, 2), cudaSuccess);
  EXPECT_EQ(wait(), cudaErrorIllegalAddress);
  uint32_t word = 1;
  ASSERT_TRUE(runtime_->memory().copy(&word, data, {.width = 4}).ok());
  EXPECT_EQ(word, 0u);
}

TEST_F(RuntimeTest, AResetForgetsTheStoppedKernelAndFreesMemory) {
  (void)*runtime_->memory().allocate(400);
  EXPECT_EQ(launch_fill(nullptr, 7, 1), cudaSuccess);
  EXPECT_EQ(wait(), cudaErrorIllegalAddress);
  runtime_->reset();
  EXPECT_EQ(wait(), cudaSuccess);
  void* const data = *runtime_->memory().allocate(4);
  EXPECT_EQ(launch_fill(data, 3, 1), cudaSuccess);
  EXPECT_EQ(words(data, 1), std::vector<uint32_t>{3});
}

TEST_F(RuntimeTest, TheSameFindingIsToldOnce) {
  void* const data = *runtime_->memory().allocate(4);
  char byte = 0;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(runtime_->copy(data, &byte, {.width = 5}, cudaMemcpyHostToDevice, nullptr), cudaErrorInvalidValue);
  const std::string text = "run past the end of `cudaMalloc 1` (4 bytes)";
  EXPECT_NE(told_.find(text), std::string::npos) << told_;
  EXPECT_EQ(told_.find(text), told_.rfind(text));
}

TEST_F(RuntimeTest, UnknownHandlesAreRefused) {
  EXPECT_EQ(runtime_->launch(runtime_->code().kernel(&told_), {}, nullptr, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(launch_fill(nullptr, 0, 1, reinterpret_cast<cudaStream_t>(&told_)), cudaErrorInvalidResourceHandle);
}

TEST_F(RuntimeTest, ABlockThatIsTooLargeIsRefusedAndNothingSticks) {
  void* data = *runtime_->memory().allocate(4);
  uint32_t value = 1, count = 1;
  void* arguments[] = {&data, &value, &count};
  EXPECT_EQ(runtime_->launch(runtime_->code().kernel(&fill_stub_), {{1}, {2048}}, arguments, nullptr),
            cudaErrorInvalidValue);
  EXPECT_EQ(wait(), cudaSuccess);
}

TEST_F(RuntimeTest, SharedMemoryBeyondTheDefaultNeedsTheOptIn) {
  KernelRecord* const kernel = runtime_->code().kernel(&sharing_stub_);
  LaunchShape shape{{1}, {32}, (48 << 10) - 1024};
  EXPECT_EQ(runtime_->launch(kernel, shape, nullptr, nullptr), cudaSuccess);
  ++shape.dynamic_shared_bytes;
  EXPECT_EQ(runtime_->launch(kernel, shape, nullptr, nullptr), cudaErrorInvalidValue);
  kernel->dynamic_shared_limit = 64 << 10;
  EXPECT_EQ(runtime_->launch(kernel, shape, nullptr, nullptr), cudaSuccess);
}

TEST_F(RuntimeTest, ACooperativeGridMustFitOnTheGpu) {
  LaunchShape shape{{132 * 2}, {1024}, 0, true};
  EXPECT_EQ(runtime_->launch(runtime_->code().kernel(&sharing_stub_), shape, nullptr, nullptr), cudaSuccess);
  ++shape.grid.x;
  EXPECT_EQ(runtime_->launch(runtime_->code().kernel(&sharing_stub_), shape, nullptr, nullptr),
            cudaErrorCooperativeLaunchTooLarge);
}

TEST_F(RuntimeTest, VariablesHaveTheirInitialValueAndTakeAnother) {
  const auto place = runtime_->code().variable(&counter_stub_);
  ASSERT_TRUE(place.ok());
  EXPECT_EQ(place->bytes, 4u);
  void* const address = reinterpret_cast<void*>(place->address);
  EXPECT_EQ(words(address, 1), std::vector<uint32_t>{5});
  EXPECT_EQ(launch_fill(address, 8, 1), cudaSuccess);
  EXPECT_EQ(words(address, 1), std::vector<uint32_t>{8});
  EXPECT_FALSE(runtime_->code().variable(&told_).ok());
}

TEST_F(RuntimeTest, LaunchesAreTimedOnceAnEventMayAsk) {
  void* const data = *runtime_->memory().allocate(400);
  EXPECT_EQ(launch_fill(data, 1, 100), cudaSuccess);
  EXPECT_EQ(runtime_->usage().kernels.at(0).seconds, 0);
  const cudaEvent_t event = runtime_->streams().create_event(cudaEventDefault);
  EXPECT_EQ(launch_fill(data, 1, 100), cudaSuccess);
  EXPECT_GT(runtime_->usage().kernels.at(0).seconds, 1e-7);
  EXPECT_EQ(runtime_->usage().kernels.at(0).launches, 2u);
  EXPECT_TRUE(runtime_->streams().destroy(event));
}

TEST_F(RuntimeTest, CopiesTakeTheTimeOfTheLink) {
  Streams& streams = runtime_->streams();
  Event& before = *streams.find(streams.create_event(0));
  Event& after = *streams.find(streams.create_event(0));
  std::vector<char> host(1 << 20);
  void* const data = *runtime_->memory().allocate(host.size());
  Stream& stream = *streams.find(cudaStream_t{nullptr});
  EXPECT_EQ(streams.record(stream, before), cudaSuccess);
  EXPECT_EQ(runtime_->copy(data, host.data(), {.width = host.size()}, cudaMemcpyHostToDevice, nullptr), cudaSuccess);
  EXPECT_EQ(streams.record(stream, after), cudaSuccess);
  const TransferRates rates = runtime_->device().transfer_rates();
  EXPECT_GT(rates.link_latency, 0);
  EXPECT_DOUBLE_EQ(after.at - before.at, rates.link_latency + static_cast<double>(host.size()) / rates.link);
  EXPECT_DOUBLE_EQ(rates.link, pcie_bytes_per_second("PCIe 5.0 x16"));
  EXPECT_EQ(runtime_->usage().copied_to_device, host.size());
}

TEST_F(RuntimeTest, AnAdviceSaysHowToBuildAProgramWithoutPtx) {
  register_code(whet::test::fatbin(whet::test::entry(2, 90, 0, "cubin")));
  EXPECT_EQ(launch_fill(nullptr, 0, 1), cudaErrorNoKernelImageForDevice);
  EXPECT_NE(told_.find("the program has machine code alone (sm_90)"), std::string::npos) << told_;
  EXPECT_NE(told_.find("-gencode arch=compute_90,code=[sm_90,compute_90]"), std::string::npos) << told_;
}

TEST_F(RuntimeTest, ChecksTellFindingsWithoutStoppingTheProgram) {
  RuntimeOptions options;
  options.checks.race = true;
  open(options);
  void* data = *runtime_->memory().allocate(4);
  void* arguments[] = {&data};
  EXPECT_EQ(runtime_->launch(runtime_->code().kernel(&racing_stub_), {{1}, {64}}, arguments, nullptr), cudaSuccess);
  EXPECT_EQ(wait(), cudaSuccess);
  EXPECT_EQ(runtime_->usage().findings, 1u);
  EXPECT_NE(told_.find("race on global memory"), std::string::npos) << told_;
}

}  // namespace runtime_test
}  // namespace whet::cudart::test
