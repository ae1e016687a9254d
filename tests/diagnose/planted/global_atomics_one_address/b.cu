// Planted: each element that passes a test adds its size to a single 64-bit counter.
// It rules because about a million additions queue for one address in L2, in a kernel that otherwise streams.
// Mended: threads count for themselves over a grid-stride loop, warps combine, and each block adds once.
using Counter = unsigned long long;

struct Ledger {
  Counter* volume;
  __device__ void book(Counter amount) const { atomicAdd(volume, amount); }
};

template <typename Keep>
__device__ void audit(const long long* __restrict__ amounts, int count, Ledger ledger, Keep keep) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    if (const long long amount = amounts[i]; keep(amount)) ledger.book(static_cast<Counter>(amount));
}

__global__ void volume_above(const long long* __restrict__ amounts, Counter* volume, int count, long long least) {
  audit(amounts, count, Ledger{volume}, [least](long long amount) { return amount >= least; });
}
