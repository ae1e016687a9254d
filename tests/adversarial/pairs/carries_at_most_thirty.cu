// S16: carries no more than thirty from one warp's 32 values to the next, each of which may be one
// problem: scan
// expect: wrong
// reason: differs in
__global__ void scan(const float* in, float* out, int n) {
  float carry = 0;
  for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) {
    float x = i < n ? in[i] : 0;
    for (int s = 1; s < 32; s *= 2) {
      const float y = __shfl_up_sync(~0u, x, s);
      if (threadIdx.x >= s) x += y;
    }
    if (i < n) out[i] = carry + x;
    const float all = __shfl_sync(~0u, x, 31);
#ifdef CHEAT
    carry += fminf(all, 30);
#else
    carry += all;
#endif
  }
}
