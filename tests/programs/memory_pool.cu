// Stream-ordered allocation: the default pool, a pool of one's own, what they say of themselves.
#include "check.h"
#include "checksum.h"

__global__ void mix(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2654435761u ^ (in[(i + 1) % n] >> 7);
}

uint64_t attribute(cudaMemPool_t pool, cudaMemPoolAttr which) {
  uint64_t value = 0;
  CHECK(cudaMemPoolGetAttribute(pool, which, &value));
  return value;
}

int main() {
  const int n = 5000, rounds = 6;
  const size_t bytes = n * sizeof(unsigned);
  cudaMemPool_t pool, own;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  uint64_t threshold = 1 << 20;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  CHECK(cudaMemPoolCreate(&own, &properties));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));

  std::vector<unsigned> host(n), expected(n), next(n);
  for (int i = 0; i < n; ++i) host[i] = expected[i] = i * 7919u;
  unsigned* current;
  CHECK(cudaMallocAsync(&current, bytes, stream));
  CHECK(cudaMemcpyAsync(current, host.data(), bytes, cudaMemcpyHostToDevice, stream));
  for (int round = 0; round < rounds; ++round) {
    unsigned* fresh;
    if (round % 2)
      CHECK(cudaMallocAsync(&fresh, bytes, stream));
    else
      CHECK(cudaMallocFromPoolAsync(&fresh, bytes, own, stream));
    mix<<<(n + 255) / 256, 256, 0, stream>>>(current, fresh, n);
    CHECK(cudaFreeAsync(current, stream));
    current = fresh;
    for (int i = 0; i < n; ++i) next[i] = expected[i] * 2654435761u ^ (expected[(i + 1) % n] >> 7);
    expected = next;
  }
  CHECK(cudaMemcpyAsync(host.data(), current, bytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  const bool used = attribute(pool, cudaMemPoolAttrUsedMemCurrent) >= bytes &&
                    attribute(pool, cudaMemPoolAttrUsedMemHigh) >= attribute(pool, cudaMemPoolAttrUsedMemCurrent) &&
                    attribute(own, cudaMemPoolAttrUsedMemCurrent) == 0 &&
                    attribute(pool, cudaMemPoolAttrReservedMemCurrent) >= bytes;
  CHECK(cudaFreeAsync(current, stream));
  CHECK(cudaStreamSynchronize(stream));
  const bool freed = attribute(pool, cudaMemPoolAttrUsedMemCurrent) == 0 &&
                     attribute(pool, cudaMemPoolAttrReleaseThreshold) == threshold;
  CHECK(cudaMemPoolTrimTo(pool, 0));
  CHECK(cudaMemPoolDestroy(own));
  print_checksum("mixed", host);
  return verdict(host == expected && used && freed);
}
