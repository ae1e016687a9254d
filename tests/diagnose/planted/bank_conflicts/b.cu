// Planted: each thread smooths its own row of 32 numbers in shared memory, and equal columns of all rows share a bank.
// It rules because every access of the eight sweeps takes 32 passes; global memory is read and written once, coalesced.
// Mended: rows are padded to 33 numbers, or the threads work across rows.
template <int Threads, int Length>
class Rows {
 public:
  __device__ explicit Rows(int* storage) : mine_(storage + threadIdx.x * Length) {}
  __device__ int& operator[](int i) { return mine_[i]; }

 private:
  int* mine_;
};

template <int Threads, int Length, int Sweeps>
__device__ void smooth(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int storage[Threads * Length];
  const size_t first = static_cast<size_t>(blockIdx.x) * Threads * Length;
  for (int i = threadIdx.x; i < Threads * Length; i += Threads) storage[i] = in[first + i];
  __syncthreads();
  Rows<Threads, Length> row(storage);
  for (int sweep = 0; sweep < Sweeps; ++sweep) {
#pragma unroll 1
    for (int i = 1; i + 1 < Length; ++i) row[i] = (row[i - 1] + 2 * row[i] + row[i + 1]) >> 2;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < Threads * Length; i += Threads) out[first + i] = storage[i];
}

__global__ void smooth_rows(const int* __restrict__ in, int* __restrict__ out) {
  smooth<128, 32, 8>(in, out);
}
