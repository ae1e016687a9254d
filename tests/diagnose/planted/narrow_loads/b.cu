// Planted: a warp multiplies a row of 8-bit weights by four vectors, one byte per lane and load.
// It rules because five loads bring 32 bytes each for 128 multiply-adds: the load/store unit limits, not memory.
// Mended: lanes load 16 bytes of weights and of each vector and multiply by __dp4a.
template <int Vectors>
struct Sums {
  int of[Vectors] = {};
  __device__ void add(int weight, const signed char* __restrict__ inputs, int columns, int column) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v) of[v] += weight * inputs[v * columns + column];
  }
  __device__ int across_warp(int v) {
    int sum = of[v];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    return sum;
  }
};

__global__ void quantized_product(const signed char* __restrict__ weights, const signed char* __restrict__ inputs,
                                  int* __restrict__ outputs, int rows, int columns) {
  constexpr int k_vectors = 4;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  Sums<k_vectors> sums;
  for (int column = lane; column < columns; column += 32)
    sums.add(weights[static_cast<size_t>(row) * columns + column], inputs, columns, column);
#pragma unroll
  for (int v = 0; v < k_vectors; ++v) {
    const int sum = sums.across_warp(v);
    if (lane == v) outputs[v * rows + row] = sum;
  }
}
