// Copies 16 bytes per thread and step, four steps in flight; grid-stride over a grid that fills the GPU.
__global__ void __launch_bounds__(256) copy(const float4* __restrict__ in, float4* __restrict__ out, int quads) {
  const int step = gridDim.x * 256;
  int i = blockIdx.x * 256 + threadIdx.x;
  for (; i + 3 * step < quads; i += 4 * step) {
    const float4 a = in[i], b = in[i + step], c = in[i + 2 * step], d = in[i + 3 * step];
    out[i] = a;
    out[i + step] = b;
    out[i + 2 * step] = c;
    out[i + 3 * step] = d;
  }
  for (; i < quads; i += step) out[i] = in[i];
}
