// Functions that CUDA 12 names or declares differently. Two changed their parameters under the same name since
// (cudaMemPrefetchAsync, cudaMemAdvise): the functions of CUDA 13 serve both, see device_of in cudart/advice.h.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "cudart/api/process_runtime.h"
#include "cudart/device_properties.h"

using namespace whet::cudart;

namespace {

constexpr size_t k_texture_limits = 40;  // fields of limits of textures and surfaces

// CUDA 12's layout of cudaDeviceProp, without the reserved fields at its end.
struct DeviceProperties12 {
  char name[256];
  char uuid[16], luid[8];
  unsigned luid_mask;
  size_t global_bytes, shared_per_block;
  int registers_per_block, warp_size;
  size_t most_pitch;
  int threads_per_block, block_dim[3], grid_dim[3], clock_khz;
  size_t constant_bytes;
  int major, minor;
  size_t texture_alignment, texture_pitch_alignment;
  int device_overlap, sms, has_timeout, integrated, maps_host_memory, compute_mode;
  int texture_limits[k_texture_limits];
  size_t surface_alignment;
  int concurrent_kernels, ecc, pci_bus, pci_device, pci_domain, tcc_driver, copy_engines, unified_addressing;
  int memory_clock_khz, memory_bus_bits, l2_bytes, persisting_l2_bytes, threads_per_sm, stream_priorities;
  int global_l1, local_l1;
  size_t shared_per_sm;
  int registers_per_sm, managed_memory, multi_gpu_board, board_group, host_atomics, double_ratio, pageable_access;
  int concurrent_managed, preemption, host_pointer_for_registered, cooperative, cooperative_multi_device;
  size_t shared_per_block_optin;
  int host_page_tables, managed_from_host, blocks_per_sm, access_window_bytes;
  size_t reserved_shared_per_block;
  int host_register, sparse_arrays, host_register_read_only, timeline_semaphores, memory_pools, rdma;
  unsigned rdma_flush_options;
  int rdma_ordering;
  unsigned pool_handle_types;
  int deferred_mapping, ipc_events, clusters, unified_functions;
};
static_assert(offsetof(DeviceProperties12, sms) == 388);  // the offset in compiled programs
static_assert(sizeof(DeviceProperties12) <= 1032);

void fill_sizes(const cudaDeviceProp& from, DeviceProperties12& to) {
  to.global_bytes = from.totalGlobalMem;
  to.shared_per_block = from.sharedMemPerBlock;
  to.shared_per_sm = from.sharedMemPerMultiprocessor;
  to.shared_per_block_optin = from.sharedMemPerBlockOptin;
  to.reserved_shared_per_block = from.reservedSharedMemPerBlock;
  to.registers_per_block = from.regsPerBlock;
  to.registers_per_sm = from.regsPerMultiprocessor;
  to.warp_size = from.warpSize;
  to.most_pitch = from.memPitch;
  to.threads_per_block = from.maxThreadsPerBlock;
  to.threads_per_sm = from.maxThreadsPerMultiProcessor;
  to.blocks_per_sm = from.maxBlocksPerMultiProcessor;
  std::copy(std::begin(from.maxThreadsDim), std::end(from.maxThreadsDim), to.block_dim);
  std::copy(std::begin(from.maxGridSize), std::end(from.maxGridSize), to.grid_dim);
  to.constant_bytes = from.totalConstMem;
  to.l2_bytes = from.l2CacheSize;
  to.memory_bus_bits = from.memoryBusWidth;
  to.texture_alignment = from.textureAlignment;
  to.texture_pitch_alignment = from.texturePitchAlignment;
  to.surface_alignment = from.surfaceAlignment;
}

void fill_features(const cudaDeviceProp& from, DeviceProperties12& to) {
  std::copy(std::begin(from.name), std::end(from.name), to.name);
  to.major = from.major;
  to.minor = from.minor;
  to.sms = from.multiProcessorCount;
  to.copy_engines = from.asyncEngineCount;
  to.device_overlap = from.asyncEngineCount > 0;
  to.maps_host_memory = from.canMapHostMemory;
  to.concurrent_kernels = from.concurrentKernels;
  to.unified_addressing = from.unifiedAddressing;
  to.stream_priorities = from.streamPrioritiesSupported;
  to.global_l1 = from.globalL1CacheSupported;
  to.local_l1 = from.localL1CacheSupported;
  to.managed_memory = from.managedMemory;
  to.concurrent_managed = from.concurrentManagedAccess;
  to.managed_from_host = from.directManagedMemAccessFromHost;
  to.host_pointer_for_registered = from.canUseHostPointerForRegisteredMem;
  to.cooperative = from.cooperativeLaunch;
  to.host_register = from.hostRegisterSupported;
  to.memory_pools = from.memoryPoolsSupported;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceProperties_v2(DeviceProperties12* properties, int device) {
  return call([&](Runtime& runtime) {
    if (device != 0) return cudaErrorInvalidDevice;
    const cudaDeviceProp known = device_properties(runtime.device(), runtime.limits());
    *properties = {};
    fill_sizes(known, *properties);
    fill_features(known, *properties);
    properties->clock_khz = device_attribute(cudaDevAttrClockRate, runtime.device(), runtime.limits()).value_or(0);
    properties->memory_clock_khz =
        device_attribute(cudaDevAttrMemoryClockRate, runtime.device(), runtime.limits()).value_or(0);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                        cudaGraph_t* graph, const cudaGraphNode_t** nodes, size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}

cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                    cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, location, flags, stream);
}

cudaError_t cudaMemAdvise_v2(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, location);
}

cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

// Later versions of CUDA 12 attach data to edges: they have each function with edge data as `_v2`, without it under the
// plain name.
#define WITHOUT_EDGE_DATA(function) __asm__(".symver plain_" #function ", " #function "@libcudart.so.12")

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* edges, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, edges, count);
}

cudaError_t plain_cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                                            size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, edges, count);
}

cudaError_t plain_cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                                              size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, edges, count);
}

cudaError_t plain_cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edges, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, edges, count);
}

cudaError_t plain_cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                           size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                           const cudaGraphEdgeData* edges, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, edges, count);
}

cudaError_t plain_cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                              size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                const cudaGraphEdgeData* edges, size_t count, cudaGraphNodeParams* p) {
  return cudaGraphAddNode(node, graph, after, edges, count, p);
}

cudaError_t plain_cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   cudaGraphNodeParams* p) {
  return cudaGraphAddNode(node, graph, after, nullptr, count, p);
}

WITHOUT_EDGE_DATA(cudaGraphGetEdges);
WITHOUT_EDGE_DATA(cudaGraphNodeGetDependencies);
WITHOUT_EDGE_DATA(cudaGraphNodeGetDependentNodes);
WITHOUT_EDGE_DATA(cudaGraphAddDependencies);
WITHOUT_EDGE_DATA(cudaGraphRemoveDependencies);
WITHOUT_EDGE_DATA(cudaGraphAddNode);

}  // extern "C"
