// The kernel of a.cu with a grid axis for the outer axes and 32-bit divisions for the two inner ones.
__global__ void add_bias(const float* in, const float* bias, float* out, int d1, int d2, int d3, int d4) {
  unsigned inner = blockIdx.x * blockDim.x + threadIdx.x;
  if (inner >= (unsigned)(d3 * d4)) return;
  unsigned i3 = inner / (unsigned)d4, i4 = inner - i3 * d4;
  size_t i = ((size_t)blockIdx.z * d2 + blockIdx.y) * d3 * d4 + inner;
  out[i] = in[i] + bias[(blockIdx.z % d1 + blockIdx.y + i3 + i4) & 63];
}
