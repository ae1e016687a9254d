// Planted: each element's place in a tensor of five axes is found by eight 64-bit divisions by run-time extents.
// It rules because a 64-bit division takes dozens of instructions, and the kernel does nothing else but an addition.
// Mended: 32-bit division by a multiplication with a reciprocal computed once, or one grid axis per tensor axis.
__global__ void add_bias(const float* in, const float* bias, float* out, long long n, long long d1, long long d2, long long d3,
                         long long d4) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long rest = i;
  long long i4 = rest % d4;
  rest = rest / d4;
  long long i3 = rest % d3;
  rest = rest / d3;
  long long i2 = rest % d2;
  rest = rest / d2;
  long long i1 = rest % d1;
  out[i] = in[i] + bias[(i1 + i2 + i3 + i4) & 63];
}
