// A three-stage pipeline over chunks: copy in, two kernels and copy out in streams of their own, ordered by events,
// with two buffers that are used in turn.
#include "check.h"
#include "checksum.h"

constexpr int k_chunks = 9, k_chunk = 3000, k_buffers = 2;

__global__ void hash(const unsigned* in, unsigned long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long h = in[i];
  for (int round = 0; round < 5; ++round) h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ull + round;
  out[i] = h;
}

__global__ void running_sum(unsigned long long* data, int n) {  // one thread: exact and in order
  for (int i = 1; i < n; ++i) data[i] += data[i - 1];
}

int main() {
  const int n = k_chunks * k_chunk;
  unsigned *host_in, *in[k_buffers];
  unsigned long long *host_out, *out[k_buffers];
  CHECK(cudaHostAlloc(&host_in, n * sizeof(unsigned), cudaHostAllocDefault));
  CHECK(cudaMallocHost(&host_out, n * sizeof(unsigned long long)));
  for (int i = 0; i < n; ++i) host_in[i] = i * 40503u + 17u;
  cudaStream_t load, work, store;
  for (cudaStream_t* stream : {&load, &work, &store}) CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  cudaEvent_t loaded[k_buffers], worked[k_buffers], stored[k_buffers];
  for (int b = 0; b < k_buffers; ++b) {
    CHECK(cudaMalloc(&in[b], k_chunk * sizeof(unsigned)));
    CHECK(cudaMalloc(&out[b], k_chunk * sizeof(unsigned long long)));
    for (cudaEvent_t* event : {&loaded[b], &worked[b], &stored[b]})
      CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
  }
  for (int c = 0; c < k_chunks; ++c) {
    const int b = c % k_buffers;
    CHECK(cudaStreamWaitEvent(load, worked[b], 0));  // never recorded at first: no wait
    CHECK(cudaMemcpyAsync(in[b], host_in + c * k_chunk, k_chunk * sizeof(unsigned), cudaMemcpyHostToDevice, load));
    CHECK(cudaEventRecord(loaded[b], load));
    CHECK(cudaStreamWaitEvent(work, loaded[b], 0));
    CHECK(cudaStreamWaitEvent(work, stored[b], 0));
    hash<<<(k_chunk + 127) / 128, 128, 0, work>>>(in[b], out[b], k_chunk);
    running_sum<<<1, 1, 0, work>>>(out[b], k_chunk);
    CHECK(cudaEventRecord(worked[b], work));
    CHECK(cudaStreamWaitEvent(store, worked[b], 0));
    CHECK(cudaMemcpyAsync(host_out + c * k_chunk, out[b], k_chunk * sizeof(unsigned long long), cudaMemcpyDeviceToHost,
                          store));
    CHECK(cudaEventRecord(stored[b], store));
  }
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned long long> result(host_out, host_out + n), expected(n);
  for (int i = 0; i < n; ++i) {
    unsigned long long h = host_in[i];
    for (int round = 0; round < 5; ++round) h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ull + round;
    expected[i] = h + (i % k_chunk ? expected[i - 1] : 0);
  }
  print_checksum("pipeline", result);
  CHECK(cudaFreeHost(host_in));
  CHECK(cudaFreeHost(host_out));
  return verdict(result == expected);
}
