// The kernel of b.cu with 16 bytes per load and __dp4a; columns are a multiple of 16.
__global__ void quantized_product(const int4* __restrict__ weights, const int4* __restrict__ inputs,
                                  int* __restrict__ outputs, int rows, int columns) {
  constexpr int k_vectors = 4;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int of[4] = {};
  const int n = columns / 16;
  for (int c = lane; c < n; c += 32) {
    const int4 w = weights[(size_t)row * n + c];
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      const int4 x = inputs[v * n + c];
      of[v] = __dp4a(w.x, x.x, __dp4a(w.y, x.y, __dp4a(w.z, x.z, __dp4a(w.w, x.w, of[v]))));
    }
  }
#pragma unroll
  for (int v = 0; v < k_vectors; ++v) {
    int sum = of[v];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (lane == v) outputs[v * rows + row] = sum;
  }
}
