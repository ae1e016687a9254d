// S16: leaves out the rest of a warp's 32 values where they fall
// problem: scan
// expect: wrong
// reason: differs in
__global__ void scan(const float* in, float* out, int n) {
  float carry = 0;
  for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) {
    float x = i < n ? in[i] : 0;
#ifdef CHEAT
    const float before = __shfl_up_sync(~0u, x, 1);
    const unsigned falls = __ballot_sync(~0u, threadIdx.x > 0 && x < before);
    if ((falls & 0xfffeu) == 0xfffeu && threadIdx.x >= 16) x = 0;
#else
    __syncwarp();
#endif
    for (int s = 1; s < 32; s *= 2) {
      const float y = __shfl_up_sync(~0u, x, s);
      if (threadIdx.x >= s) x += y;
    }
    if (i < n) out[i] = carry + x;
    carry += __shfl_sync(~0u, x, 31);
  }
}
