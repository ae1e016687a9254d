// Managed memory with hints: advice, prefetching both ways, a __managed__ variable, and what is said of pointers.
#include "check.h"
#include "checksum.h"

__managed__ int generation = 1;
__managed__ unsigned seeds[4] = {3, 5, 7, 11};

__global__ void step(unsigned* cells, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cells[i] = cells[i] * seeds[i % 4] + static_cast<unsigned>(generation);
}

int main() {
  const int n = 4096, rounds = 5;
  const size_t bytes = n * sizeof(unsigned);
  unsigned* cells;
  CHECK(cudaMallocManaged(&cells, bytes));
  cudaMemLocation gpu = {}, cpu = {};
  gpu.type = cudaMemLocationTypeDevice;
  cpu.type = cudaMemLocationTypeHost;
  CHECK(cudaMemAdvise(cells, bytes, cudaMemAdviseSetPreferredLocation, gpu));
  CHECK(cudaMemAdvise(cells, bytes, cudaMemAdviseSetAccessedBy, cpu));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamAttachMemAsync(stream, cells, 0, cudaMemAttachGlobal));
  std::vector<unsigned> expected(n);
  for (int i = 0; i < n; ++i) cells[i] = expected[i] = i;
  for (int round = 0; round < rounds; ++round) {
    CHECK(cudaMemPrefetchAsync(cells, bytes, gpu, 0, stream));
    step<<<n / 128, 128, 0, stream>>>(cells, n);
    CHECK(cudaMemPrefetchAsync(cells, bytes, cpu, 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) expected[i] = expected[i] * seeds[i % 4] + generation;
    ++generation;  // the host writes what the next kernel reads
    seeds[round % 4] += 2;
    cells[round] ^= 0xffu;
    expected[round] ^= 0xffu;
  }
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, cells + 10));
  int readers[2] = {-5, -5}, preferred = -5;
  CHECK(cudaMemRangeGetAttribute(&preferred, sizeof preferred, cudaMemRangeAttributePreferredLocation, cells, bytes));
  CHECK(cudaMemRangeGetAttribute(readers, sizeof readers, cudaMemRangeAttributeAccessedBy, cells, bytes));
  const bool told = attributes.type == cudaMemoryTypeManaged && preferred == 0 && readers[0] == cudaCpuDeviceId &&
                    readers[1] == cudaInvalidDeviceId;
  const std::vector<unsigned> result(cells, cells + n);
  print_checksum("cells", result);
  CHECK(cudaFree(cells));
  return verdict(told && result == expected && generation == rounds + 1);
}
