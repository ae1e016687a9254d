// Permutes a 6-D tensor (framework fallback kernel): every thread turns its flat index into coordinates.
//
// Wrong:  five divisions and five remainders of 64-bit integers by extents known only at run time.
// Rules:  each costs dozens of instructions; moving the element costs two.
// Mend:   32-bit indices with precomputed multiply-and-shift divisors (or a thread per innermost row).

__global__ void permute6(const float* __restrict__ in, float* __restrict__ out, long long d1, long long d2, long long d3,
                         long long d4, long long d5, long long s0, long long s1, long long s2, long long s3,
                         long long s4, long long n) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long rest = i;
  long long i5 = rest % d5;
  rest /= d5;
  long long i4 = rest % d4;
  rest /= d4;
  long long i3 = rest % d3;
  rest /= d3;
  long long i2 = rest % d2;
  rest /= d2;
  long long i1 = rest % d1, i0 = rest / d1;
  out[i] = in[i0 * s0 + i1 * s1 + i2 * s2 + i3 * s3 + i4 * s4 + i5];
}
