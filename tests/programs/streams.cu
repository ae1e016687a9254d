// Chunks in four streams: asynchronous copies from pinned memory, a kernel each, a host function at the end, and events
// that order one stream behind another.
#include "check.h"

constexpr int k_streams = 4, k_chunk = 8192;

__global__ void square(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}

__global__ void total(const float* data, int n, float* out) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += data[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  if (threadIdx.x == 0) *out = sum;
}

void CUDART_CB count_chunk(void* counter) {
  ++*static_cast<int*>(counter);
}

int main() {
  const int n = k_streams * k_chunk;
  float *host, *device, *sum;
  CHECK(cudaMallocHost(&host, n * sizeof(float)));
  CHECK(cudaMalloc(&device, n * sizeof(float)));
  CHECK(cudaMallocManaged(&sum, sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i % 4);
  cudaStream_t streams[k_streams];
  cudaEvent_t done[k_streams], start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  for (int s = 0; s < k_streams; ++s) {
    CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
  }
  int chunks = 0;
  CHECK(cudaEventRecord(start, streams[0]));
  for (int s = 0; s < k_streams; ++s) {
    float* const part = device + s * k_chunk;
    CHECK(cudaMemcpyAsync(part, host + s * k_chunk, k_chunk * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    square<<<k_chunk / 256, 256, 0, streams[s]>>>(part, k_chunk);
    CHECK(cudaMemcpyAsync(host + s * k_chunk, part, k_chunk * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
    CHECK(cudaLaunchHostFunc(streams[s], count_chunk, &chunks));
    CHECK(cudaEventRecord(done[s], streams[s]));
    CHECK(cudaStreamWaitEvent(streams[0], done[s], 0));
  }
  total<<<1, 32, 0, streams[0]>>>(device, n, sum);
  CHECK(cudaEventRecord(stop, streams[0]));
  CHECK(cudaStreamSynchronize(streams[0]));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  bool right = chunks == k_streams && *sum == n / 4 * (0 + 1 + 4 + 9) && milliseconds > 0;
  for (int i = 0; i < n; ++i) right &= host[i] == static_cast<float>((i % 4) * (i % 4));
  for (int s = 0; s < k_streams; ++s) {
    CHECK(cudaStreamQuery(streams[s]));
    CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaEventDestroy(done[s]));
  }
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(device));
  CHECK(cudaFree(sum));
  return verdict(right);
}
