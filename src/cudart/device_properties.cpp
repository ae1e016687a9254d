#include "cudart/device_properties.h"

#include <algorithm>
#include <array>
#include <limits>

namespace whet::cudart {

namespace {

constexpr int k_constant_bytes = 64 << 10;  // the same on every GPU since 1.0 (CUDA programming guide, appendix)
constexpr int k_copy_engines = 2;           // as the timeline models them: one each way
constexpr size_t k_allocation_alignment = 512, k_texture_pitch_alignment = 32;

void set_axes(const FactSheet& capability, std::string_view fact, const std::array<int, 3>& otherwise, int* axes) {
  std::copy(otherwise.begin(), otherwise.end(), axes);
  const Fact* const found = capability.find(fact);
  const auto* const list = found ? std::get_if<std::vector<double>>(&found->value) : nullptr;
  if (!list || list->size() != 3) return;
  std::transform(list->begin(), list->end(), axes, [](double axis) { return static_cast<int>(axis); });
}

int whole(const FactSheet& sheet, std::string_view fact, double scale = 1) {
  return static_cast<int>(sheet.number(fact).value_or(0) * scale);
}

std::string title(const FactSheet& product) {
  return product.driver_names.empty() ? "NVIDIA " + product.name : product.driver_names.front();
}

using P = cudaDeviceProp;
struct AttributeField {
  cudaDeviceAttr attribute;
  int (*value)(const P&);
};
constexpr AttributeField k_fields[] = {
    {cudaDevAttrMaxThreadsPerBlock, [](const P& p) { return p.maxThreadsPerBlock; }},
    {cudaDevAttrMaxBlockDimX, [](const P& p) { return p.maxThreadsDim[0]; }},
    {cudaDevAttrMaxBlockDimY, [](const P& p) { return p.maxThreadsDim[1]; }},
    {cudaDevAttrMaxBlockDimZ, [](const P& p) { return p.maxThreadsDim[2]; }},
    {cudaDevAttrMaxGridDimX, [](const P& p) { return p.maxGridSize[0]; }},
    {cudaDevAttrMaxGridDimY, [](const P& p) { return p.maxGridSize[1]; }},
    {cudaDevAttrMaxGridDimZ, [](const P& p) { return p.maxGridSize[2]; }},
    {cudaDevAttrMaxSharedMemoryPerBlock, [](const P& p) { return static_cast<int>(p.sharedMemPerBlock); }},
    {cudaDevAttrTotalConstantMemory, [](const P& p) { return static_cast<int>(p.totalConstMem); }},
    {cudaDevAttrWarpSize, [](const P& p) { return p.warpSize; }},
    {cudaDevAttrMaxPitch, [](const P& p) { return static_cast<int>(p.memPitch); }},
    {cudaDevAttrMaxRegistersPerBlock, [](const P& p) { return p.regsPerBlock; }},
    {cudaDevAttrTextureAlignment, [](const P& p) { return static_cast<int>(p.textureAlignment); }},
    {cudaDevAttrGpuOverlap, [](const P& p) { return p.asyncEngineCount > 0 ? 1 : 0; }},
    {cudaDevAttrMultiProcessorCount, [](const P& p) { return p.multiProcessorCount; }},
    {cudaDevAttrIntegrated, [](const P& p) { return p.integrated; }},
    {cudaDevAttrCanMapHostMemory, [](const P& p) { return p.canMapHostMemory; }},
    {cudaDevAttrConcurrentKernels, [](const P& p) { return p.concurrentKernels; }},
    {cudaDevAttrGlobalMemoryBusWidth, [](const P& p) { return p.memoryBusWidth; }},
    {cudaDevAttrL2CacheSize, [](const P& p) { return p.l2CacheSize; }},
    {cudaDevAttrMaxThreadsPerMultiProcessor, [](const P& p) { return p.maxThreadsPerMultiProcessor; }},
    {cudaDevAttrAsyncEngineCount, [](const P& p) { return p.asyncEngineCount; }},
    {cudaDevAttrUnifiedAddressing, [](const P& p) { return p.unifiedAddressing; }},
    {cudaDevAttrComputeCapabilityMajor, [](const P& p) { return p.major; }},
    {cudaDevAttrComputeCapabilityMinor, [](const P& p) { return p.minor; }},
    {cudaDevAttrStreamPrioritiesSupported, [](const P& p) { return p.streamPrioritiesSupported; }},
    {cudaDevAttrGlobalL1CacheSupported, [](const P& p) { return p.globalL1CacheSupported; }},
    {cudaDevAttrLocalL1CacheSupported, [](const P& p) { return p.localL1CacheSupported; }},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
     [](const P& p) { return static_cast<int>(p.sharedMemPerMultiprocessor); }},
    {cudaDevAttrMaxRegistersPerMultiprocessor, [](const P& p) { return p.regsPerMultiprocessor; }},
    {cudaDevAttrManagedMemory, [](const P& p) { return p.managedMemory; }},
    {cudaDevAttrConcurrentManagedAccess, [](const P& p) { return p.concurrentManagedAccess; }},
    {cudaDevAttrCooperativeLaunch, [](const P& p) { return p.cooperativeLaunch; }},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, [](const P& p) { return static_cast<int>(p.sharedMemPerBlockOptin); }},
    {cudaDevAttrMaxBlocksPerMultiprocessor, [](const P& p) { return p.maxBlocksPerMultiProcessor; }},
    {cudaDevAttrReservedSharedMemoryPerBlock, [](const P& p) { return static_cast<int>(p.reservedSharedMemPerBlock); }},
    {cudaDevAttrHostRegisterSupported, [](const P& p) { return p.hostRegisterSupported; }},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, [](const P& p) { return p.canUseHostPointerForRegisteredMem; }},
    {cudaDevAttrMemoryPoolsSupported, [](const P& p) { return p.memoryPoolsSupported; }},
    {cudaDevAttrClusterLaunch, [](const P& p) { return p.clusterLaunch; }},
    {cudaDevAttrPageableMemoryAccess, [](const P& p) { return p.pageableMemoryAccess; }},
    {cudaDevAttrComputePreemptionSupported, [](const P& p) { return p.computePreemptionSupported; }},
    {cudaDevAttrHostNativeAtomicSupported, [](const P& p) { return p.hostNativeAtomicSupported; }},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, [](const P&) { return 0; }},
    {cudaDevAttrMaxPersistingL2CacheSize, [](const P& p) { return p.persistingL2CacheMaxSize; }},
    {cudaDevAttrMaxAccessPolicyWindowSize, [](const P& p) { return p.accessPolicyMaxWindowSize; }},
    {cudaDevAttrEccEnabled, [](const P& p) { return p.ECCEnabled; }},
    {cudaDevAttrPciBusId, [](const P& p) { return p.pciBusID; }},
    {cudaDevAttrPciDeviceId, [](const P& p) { return p.pciDeviceID; }},
    {cudaDevAttrPciDomainId, [](const P& p) { return p.pciDomainID; }},
    {cudaDevAttrComputeMode, [](const P&) { return 0; }},
    {cudaDevAttrKernelExecTimeout, [](const P&) { return 0; }},
    {cudaDevAttrTccDriver, [](const P& p) { return p.tccDriver; }},
    {cudaDevAttrIsMultiGpuBoard, [](const P& p) { return p.isMultiGpuBoard; }},
};

}  // namespace

cudaDeviceProp device_properties(VirtualDevice& device, const SmLimits& limits) {
  const FactSheet &product = device.facts().gpu.product, &capability = device.facts().gpu.capability;
  cudaDeviceProp p{};
  title(product).copy(p.name, sizeof p.name - 1);
  p.totalGlobalMem = device.memory().capacity_bytes();
  p.sharedMemPerBlock = static_cast<size_t>(limits.shared_per_block_default);
  p.sharedMemPerBlockOptin = static_cast<size_t>(limits.shared_per_block_optin);
  p.sharedMemPerMultiprocessor = static_cast<size_t>(limits.shared_bytes);
  p.reservedSharedMemPerBlock = static_cast<size_t>(limits.shared_reserved_per_block);
  p.regsPerBlock = limits.registers_per_block;
  p.regsPerMultiprocessor = limits.registers;
  p.warpSize = limits.warp_size;
  p.memPitch = std::numeric_limits<int>::max();
  p.maxThreadsPerBlock = limits.max_threads_per_block;
  p.maxThreadsPerMultiProcessor = limits.max_warps * limits.warp_size;
  p.maxBlocksPerMultiProcessor = limits.max_blocks;
  set_axes(capability, "max_block_dim", {1024, 1024, 64}, p.maxThreadsDim);
  set_axes(capability, "max_grid_dim", {2147483647, 65535, 65535}, p.maxGridSize);
  p.totalConstMem = k_constant_bytes;
  p.major = device.facts().architecture.sm / 10;
  p.minor = device.facts().architecture.sm % 10;
  p.textureAlignment = p.surfaceAlignment = k_allocation_alignment;
  p.texturePitchAlignment = k_texture_pitch_alignment;
  p.multiProcessorCount = whole(product, "sm_count");
  p.memoryBusWidth = whole(product, "memory_bus");
  p.l2CacheSize = whole(product, "l2", 1 << 20);
  p.asyncEngineCount = k_copy_engines;
  p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.managedMemory = p.concurrentManagedAccess = p.directManagedMemAccessFromHost = p.cooperativeLaunch = 1;
  p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = p.memoryPoolsSupported = 1;
  return p;
}

std::optional<int> device_attribute(cudaDeviceAttr attribute, VirtualDevice& device, const SmLimits& limits) {
  const FactSheet& product = device.facts().gpu.product;
  if (attribute == cudaDevAttrClockRate) return whole(product, "boost_clock", 1e3);  // kHz
  if (attribute == cudaDevAttrMemoryClockRate) {
    // The attribute assumes double data rate: two bits per clock and wire.
    const double wires = product.number("memory_bus").value_or(0);
    return wires > 0 ? static_cast<int>(product.number("memory_bandwidth").value_or(0) * 1e6 * 8 / wires / 2) : 0;
  }
  const auto* const field = std::find_if(std::begin(k_fields), std::end(k_fields),
                                         [&](const AttributeField& row) { return row.attribute == attribute; });
  if (field != std::end(k_fields)) return field->value(device_properties(device, limits));
  const int number = static_cast<int>(attribute);
  if (number > 0 && number < static_cast<int>(cudaDevAttrMax)) return 0;  // a feature the virtual GPU lacks
  return std::nullopt;
}

}  // namespace whet::cudart
