// Programmatic dependent launch: the second kernel may start early, and waits before it reads what the first writes;
// launched plainly, from a stream that is recorded, and with a variable of the module between.
#include "tensor_maps.h"

__device__ int offset;

__global__ void produce(int* data, int n, int round) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (i < n) data[i] = data[i] * 3 + round + offset;
  asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void consume(const int* data, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  if (i < n) out[i] += data[n - 1 - i];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

void launch_pair(cudaStream_t stream, int* data, int* out, int n, int round) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3((n + 127) / 128);
  config.blockDim = dim3(128);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, produce, data, n, round));
  CHECK(cudaLaunchKernelEx(&config, consume, static_cast<const int*>(data), out, n));
}

int main() {
  const int n = 1000;
  std::vector<int> data(n, 0), sum(n, 0), found(n);
  int *device_data, *device_out;
  CHECK(cudaMalloc(&device_data, n * 4));
  CHECK(cudaMalloc(&device_out, n * 4));
  CHECK(cudaMemset(device_data, 0, n * 4));
  CHECK(cudaMemset(device_out, 0, n * 4));
  const int seven = 7;
  CHECK(cudaMemcpyToSymbol(offset, &seven, sizeof seven));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  for (int round = 0; round < 3; ++round) launch_pair(stream, device_data, device_out, n, round);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_pair(stream, device_data, device_out, n, 9);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int round = 0; round < 2; ++round) CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (const int round : {0, 1, 2, 9, 9}) {
    for (int& value : data) value = value * 3 + round + seven;
    for (int i = 0; i < n; ++i) sum[i] += data[n - 1 - i];
  }
  CHECK(cudaMemcpy(found.data(), device_out, n * 4, cudaMemcpyDeviceToHost));
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(checksum(found)));
  return verdict(found == sum);
}
