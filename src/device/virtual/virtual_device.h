// The virtual GPU as a Device: PTX is run, counted and checked; times are modelled.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "device/device.h"
#include "device/device_link.h"
#include "device/transfer_rates.h"
#include "device/virtual/virtual_options.h"
#include "hardware/occupancy.h"
#include "util/system/knowledge.h"
#include "util/system/shared_memory.h"
#include "vgpu/decode/loaded_module.h"
#include "vgpu/memory/global_memory.h"
#include "vgpu/simulation.h"

namespace whet {

class HostModule;
class VirtualModule;

// Options of one launch.
struct VirtualRun {
  vgpu::CheckSet checks;
  bool counted = true;
  uint64_t sample_blocks = 0;  // 0: all; vgpu::k_as_needed: as many as can be counted within seconds
};

// All results of one launch.
struct VirtualReport : vgpu::Simulation {
  std::shared_ptr<const vgpu::Program> program;
  std::shared_ptr<const KernelCode> code;  // nullptr: no cubin
  Occupancy occupancy;
  int registers = 0;
  uint64_t shared_bytes = 0;  // per block
};

class VirtualDevice : public Device {
 public:
  // `gpu` is the product whose limits, caches and rates apply.
  static Result<std::unique_ptr<VirtualDevice>> open(std::string_view gpu, const VirtualOptions& options,
                                                     const Knowledge& knowledge);

  const DeviceFacts& facts() const override { return facts_; }
  Result<DeviceIdentity> identity() override;
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name) override;
  Result<void> free(uint64_t address) override;
  // Memory of the host that both processes map; kernels access it at its own address.
  Result<SharedArray> allocate_shared(uint64_t bytes) override;
  Result<uint64_t> map_shared(int descriptor, uint64_t bytes, bool writable) override;
  Result<void> write(uint64_t address, std::string_view bytes) override;
  Result<void> read_to(std::span<char> to, uint64_t address) override;
  Result<uint64_t> digest(uint64_t address, uint64_t bytes, uint64_t key) override;
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) override;
  Result<std::shared_ptr<DeviceModule>> load(const Build& build) override;
  Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) override;
  Result<VariablePlace> variable(DeviceModule& module, const std::string& name) override;
  Result<void> launch(const Launch& launch) override;
  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) override;
  Result<Time> time(const Launch& launch) override;
  Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names) override;

  // The same launch with a full report, which includes faults.
  Result<VirtualReport> run(const Launch& launch, const VirtualRun& how);
  // The same launch under an observer of the caller's; it is not counted. No warp executes more than `budget`
  // instructions.
  Result<vgpu::RunResult> watch(const Launch& launch, const vgpu::Watch& watch, uint64_t budget);
  // Whether counting this launch within seconds requires a sample of its blocks. It runs that sample to find out, which
  // changes memory.
  Result<bool> needs_sample(const Launch& launch);
  vgpu::GlobalMemory& memory() { return memory_; }
  // From now on kernels run, and have their memory, in another process; only the CUDA runtime's own data of its program
  // stays here.
  void connect(std::unique_ptr<DeviceLink> link) { link_ = std::move(link); }
  DeviceLink* link() const { return link_.get(); }
  // The live allocation that contains the address, or nullptr. The bytes of an allocation in another process are not
  // here.
  vgpu::Allocation* live_at(uint64_t address);
  // Lets kernels access host memory at its own address until it is freed.
  Result<void> share(void* host, uint64_t bytes, const std::string& name);
  // The checks of plain launches.
  const vgpu::CheckSet& checks() const { return options_.checks; }
  // Host code is being timed, so the kernels it launches should be counted.
  bool times_host_code() const { return launched_.has_value(); }
  // Adds the time of a copy or fill by that host code.
  void add_host_work(double seconds);
  TransferRates transfer_rates() const { return whet::transfer_rates(facts_.gpu, knowledge_); }

 private:
  VirtualDevice(DeviceFacts facts, SmLimits limits, const VirtualOptions& options, const Knowledge& knowledge,
                uint64_t memory_bytes);
  // The sum of its kernels, copies and fills as if they ran one after the other; host time is not included.
  Result<vgpu::TimeEstimate> estimate_host_code(HostModule& host, const Launch& launch);
  struct Estimated {
    vgpu::TimeEstimate time;
    bool all_blocks = true;
    vgpu::TimeFeatures features = {};
  };
  Result<uint64_t> keep_mapped(SharedMemory memory, uint64_t bytes, bool writable);
  Result<VirtualReport> run_linked(const Launch& launch, const VirtualRun& how);
  Result<vgpu::SimulatedKernel> kernel_of(const Launch& launch, VirtualModule& module);
  vgpu::RunOptions options_of(const Launch& launch, const vgpu::SimulatedKernel& kernel, const VirtualRun& how);
  vgpu::LaunchOrder next_order(const std::string& kernel);
  vgpu::Surroundings next_surroundings();
  // Of the time model, read at the first need.
  Result<const vgpu::TimeParameters*> rates();
  // From as many blocks as needed, each run once.
  Result<Estimated> estimate(const Launch& launch);
  Result<void> run_once(std::span<const Launch> launches, const SamplingPlan& plan, std::vector<Estimated>& estimates);

  DeviceFacts facts_;
  SmLimits limits_;
  VirtualOptions options_;
  std::map<std::string, uint64_t> plain_launches_;  // by kernel
  uint64_t surrounded_ = 0;                         // launches with surroundings of their own
  const Knowledge& knowledge_;
  std::optional<vgpu::TimeParameters> rates_;
  vgpu::GlobalMemory memory_;
  std::unique_ptr<DeviceLink> link_;
  std::map<uint64_t, vgpu::Allocation> linked_;  // of the other process, as last reported
  std::map<uint64_t, uint64_t> shared_;          // host memory that kernels there access: copied there and back
  std::map<uint64_t, SharedMemory> mapped_;      // memory that another process maps too
  std::optional<vgpu::TimeEstimate> launched_;   // while host code is timed: the sum of its work
};

}  // namespace whet
