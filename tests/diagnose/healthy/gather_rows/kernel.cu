// Copies chosen rows of 512 floats: a warp per row, four float4 per lane in flight.
__global__ void __launch_bounds__(256)
    gather_rows(const float4* __restrict__ table, const int* __restrict__ which, float4* __restrict__ out, int count) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= count) return;
  const float4* from = table + static_cast<size_t>(which[row]) * 128 + lane;
  float4* to = out + static_cast<size_t>(row) * 128 + lane;
  const float4 a = from[0], b = from[32], c = from[64], d = from[96];
  to[0] = a;
  to[32] = b;
  to[64] = c;
  to[96] = d;
}
