#include "device/virtual/virtual_device.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "compile/toolkit/target.h"
#include "device/host_module.h"
#include "device/launch_shape.h"
#include "device/virtual/cache_sizes.h"
#include "device/virtual/fault_error.h"
#include "device/virtual/virtual_module.h"
#include "problem/data/data.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

constexpr double k_host_memory_share = 0.8;

uint64_t host_memory_bytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
}

uint64_t device_memory_bytes(const Gpu& gpu, const VirtualOptions& options) {
  if (options.memory_bytes) return options.memory_bytes;
  const auto spare = static_cast<uint64_t>(static_cast<double>(host_memory_bytes()) * k_host_memory_share);
  const auto gigabytes = gpu.product.number("memory_size");
  return gigabytes ? std::min(spare, static_cast<uint64_t>(*gigabytes * 1e9)) : spare;
}

vgpu::Dim3 dim3_of(const Extent& extent) {
  return {extent.x, extent.y, extent.z};
}

vgpu::LaunchConfig config_of(const LaunchShape& shape, std::string parameters) {
  return {dim3_of(shape.grid),        dim3_of(shape.block),
          shape.dynamic_shared_bytes, shape.cooperative,
          std::move(parameters),      shape.cluster ? std::optional(dim3_of(*shape.cluster)) : std::nullopt};
}

// A block that polls for another block's write would wait forever if that block is not in the sample. Blocks that sleep
// or read a clock say nothing about the others.
bool needs_all_blocks(const vgpu::Program& program) {
  if (!program.timed.empty()) return true;
  return std::any_of(program.memory_forms.begin(), program.memory_forms.end(),
                     [](const vgpu::MemoryForm& form) { return form.polls && form.space != ptx::Space::shared; });
}

}  // namespace

VirtualDevice::VirtualDevice(DeviceFacts facts, SmLimits limits, const VirtualOptions& options,
                             const Knowledge& knowledge, uint64_t memory_bytes)
    : facts_(std::move(facts)),
      limits_(std::move(limits)),
      options_(options),
      knowledge_(knowledge),
      memory_(memory_bytes, options.seed) {
  memory_.track_initialised(options.track_initialised);
  memory_.scatter(options.scatters_arrays);
}

Result<std::unique_ptr<VirtualDevice>> VirtualDevice::open(std::string_view gpu, const VirtualOptions& options,
                                                           const Knowledge& knowledge) {
  const Hardware hardware(knowledge);
  TRY(target, resolve_target(gpu, hardware));
  if (!target.product || !target.capability) {
    return bad_input(fmt::format("whet has no facts about a GPU `{}`", gpu), {},
                     "`whet specs --list` shows those it has");
  }
  TRY(limits, sm_limits(*target.capability));
  DeviceFacts facts;
  facts.name = "virtual:" + target.product->id;
  facts.gpu = {*target.product, *target.capability};
  facts.architecture = target.architecture;
  facts.is_virtual = true;
  const uint64_t memory_bytes = device_memory_bytes(facts.gpu, options);
  return std::unique_ptr<VirtualDevice>(
      new VirtualDevice(std::move(facts), std::move(limits), options, knowledge, memory_bytes));
}

Result<uint64_t> VirtualDevice::allocate(uint64_t bytes, const std::string& name) {
  return link_ ? link_->allocate(bytes, name) : memory_.allocate(bytes, name);
}

Result<void> VirtualDevice::free(uint64_t address) {
  if (!link_) {
    auto freed = memory_.free(address);
    mapped_.erase(address);
    return freed;
  }
  if (shared_.erase(address)) TRY_VOID(memory_.free(address));
  linked_.erase(address);
  return link_->free(address);
}

Result<void> VirtualDevice::write(uint64_t address, std::string_view bytes) {
  return link_ ? link_->write(address, bytes) : memory_.write(address, bytes.data(), bytes.size());
}

Result<void> VirtualDevice::read_to(std::span<char> to, uint64_t address) {
  return link_ ? link_->read(to, address) : memory_.read(address, to.data(), to.size());
}

Result<void> VirtualDevice::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  const char element = static_cast<char>(value);
  return link_ ? link_->fill(address, {&element, 1}, {.width = bytes}) : memory_.fill(address, value, bytes);
}

Result<std::shared_ptr<DeviceModule>> VirtualDevice::load(const Build& build) {
  if (!build.library.empty()) return HostModule::load(build.library);
  TRY(module, VirtualModule::load(build, memory_));
  return std::shared_ptr<DeviceModule>(std::move(module));
}

Result<vgpu::SimulatedKernel> VirtualDevice::kernel_of(const Launch& launch, VirtualModule& module) {
  vgpu::SimulatedKernel kernel;
  TRY(program, module.loaded().program(launch.kernel));
  kernel.program = program;
  TRY(image, module.image(program->kernel));
  // Without a line map counts cannot be mapped to the machine code; it still has the registers.
  if (image.function && !image.function->lines.ptx.empty()) {
    kernel.code = image.code;
    kernel.lines = &image.function->lines;
  }
  kernel.registers = image.function ? image.function->registers.value_or(0) : 0;
  kernel.shared_bytes = program->static_shared_bytes + launch.shape.dynamic_shared_bytes;
  TRY_VOID(check_shape(launch.shape, *program, kernel.shared_bytes, facts_, limits_));
  TRY(resident, occupancy({.threads = static_cast<int>(launch.shape.block.count()),
                           .registers = std::max(kernel.registers, 1),
                           .shared_bytes = static_cast<int>(kernel.shared_bytes)},
                          limits_));
  kernel.resident = resident;
  return kernel;
}

vgpu::RunOptions VirtualDevice::options_of(const Launch& launch, const vgpu::SimulatedKernel& kernel,
                                           const VirtualRun& how) {
  vgpu::RunOptions options;
  options.counted = how.counted;
  options.threads = options_.threads;
  options.deterministic = options_.deterministic;
  options.sample_blocks = how.sample_blocks;
  const bool waits = launch.shape.cooperative || needs_all_blocks(*kernel.program);
  if (options.sample_blocks == vgpu::k_as_needed && waits) options.sample_blocks = vgpu::k_all_blocks;
  options.budget = options_.budget;
  options.launch_budget = options_.launch_budget;
  options.go_on = options_.go_on;
  if (!how.counted) {
    options.order = next_order(launch.kernel);
    options.surroundings = next_surroundings();
  }
  options.caches = cache_sizes(kernel.resident, facts_.gpu, limits_);
  return options;
}

Result<const vgpu::TimeParameters*> VirtualDevice::rates() {
  if (!rates_) {
    TRY(read, vgpu::time_parameters(facts_.gpu, knowledge_));
    rates_ = std::move(read);
  }
  return &*rates_;
}

Result<VirtualReport> VirtualDevice::run(const Launch& launch, const VirtualRun& how) {
  if (link_) return run_linked(launch, how);
  auto* const module = dynamic_cast<VirtualModule*>(launch.module.get());
  if (!module) return failed("the launch names no module of this device");
  TRY(kernel, kernel_of(launch, *module));
  TRY(parameters, vgpu::pack_arguments(*kernel.program, launch.arguments));
  TRY(known, how.counted ? rates() : Result<const vgpu::TimeParameters*>(nullptr));
  TRY(simulation, vgpu::simulate(kernel, config_of(launch.shape, std::move(parameters)), memory_,
                                 options_of(launch, kernel, how), how.checks, known));
  if (launched_ && simulation.time) {
    launched_->seconds += simulation.time->seconds;
    launched_->low_seconds += simulation.time->low_seconds;
    launched_->high_seconds += simulation.time->high_seconds;
    launched_->order_error = std::max(launched_->order_error, simulation.time->order_error);
  }
  return VirtualReport{std::move(simulation), kernel.program,   kernel.code,
                       kernel.resident,       kernel.registers, kernel.shared_bytes};
}

Result<vgpu::RunResult> VirtualDevice::watch(const Launch& launch, const vgpu::Watch& watch, uint64_t budget) {
  auto* const module = dynamic_cast<VirtualModule*>(launch.module.get());
  if (!module) return failed("the launch names no module of this device");
  TRY(kernel, kernel_of(launch, *module));
  TRY(parameters, vgpu::pack_arguments(*kernel.program, launch.arguments));
  VirtualRun how;
  how.counted = false;
  vgpu::RunOptions options = options_of(launch, kernel, how);
  options.budget = std::min(options.budget, budget);
  return vgpu::run(*kernel.program, config_of(launch.shape, std::move(parameters)), memory_, options, watch);
}

Result<bool> VirtualDevice::needs_sample(const Launch& launch) {
  if (host_code_of(launch)) return false;
  VirtualRun how;
  how.sample_blocks = vgpu::k_as_needed;
  TRY(report, run(launch, how));
  for (const vgpu::Fault& fault : report.result.faults) {
    if (vgpu::never_ends(fault.kind)) return fault_error(*report.program, fault);
  }
  return report.result.counts.sampled();
}

Result<std::vector<ModuleVariable>> VirtualDevice::variables(DeviceModule& module, uint64_t key) {
  if (dynamic_cast<HostModule*>(&module)) return std::vector<ModuleVariable>();  // the CUDA runtime has them
  auto* mine = dynamic_cast<VirtualModule*>(&module);
  if (!mine) return failed("the module is not of this device");
  std::vector<ModuleVariable> found;
  for (const ptx::Variable& variable : mine->loaded().module().variables) {
    const auto address = mine->loaded().address(variable.name);
    if (variable.space != ptx::Space::global || !address) continue;
    TRY(content, digest(*address, variable.bytes, key));
    found.push_back({variable.name, content});
  }
  found.push_back({k_heap_variable, memory_.heap_bytes()});
  return found;
}

Result<VariablePlace> VirtualDevice::variable(DeviceModule& module, const std::string& name) {
  auto* mine = dynamic_cast<VirtualModule*>(&module);
  const ptx::Variable* const found = mine ? mine->loaded().module().variable(name) : nullptr;
  const auto address = mine ? mine->loaded().address(name) : std::nullopt;
  if (!found || !address) return Device::variable(module, name);
  return VariablePlace{*address, found->bytes};
}

// The first launch of a kernel runs its blocks in order, the second backwards; later ones are chosen by the seed: a
// third in order, a third backwards, a third shuffled.
vgpu::LaunchOrder VirtualDevice::next_order(const std::string& kernel) {
  if (!options_.varies_order) return options_.order;
  constexpr uint64_t k_order_number = 0x6f72646572;
  const uint64_t before = plain_launches_[kernel]++;
  const uint64_t bits = random_bits(options_.seed ^ k_order_number, before), kind = before < 2 ? before : bits % 3;
  vgpu::LaunchOrder order = options_.order;
  order.blocks = kind == 0 ? vgpu::k_as_numbered : kind == 1 ? vgpu::k_backwards : bits | 2;
  return order;
}

vgpu::Surroundings VirtualDevice::next_surroundings() {
  constexpr uint64_t k_surroundings_number = 0x61726f756e64;
  if (!options_.varies_surroundings) return {};
  return {random_bits(options_.seed ^ k_surroundings_number, surrounded_++) | 1, options_.flips_tests};
}

Result<void> VirtualDevice::launch(const Launch& launch) {
  if (HostModule* const host = host_code_of(launch)) return host->call(launch.kernel, launch.arguments);
  VirtualRun how;
  how.counted = false;
  how.checks = options_.checks;
  TRY(report, run(launch, how));
  if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
  return {};
}

}  // namespace whet
