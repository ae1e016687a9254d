// Rotary position embedding of queries, halves, heads of 128: each thread rotates 8 pairs (16-byte loads of both halves).
//
// Healthy: data moves once by 16-byte accesses; the angle table is shared by all heads and stays in cache; DRAM is the ceiling.

__device__ float2 widen(unsigned h) {
  float2 f;
  asm("{.reg .f16 a, b; mov.b32 {a, b}, %2; cvt.f32.f16 %0, a; cvt.f32.f16 %1, b;}" : "=f"(f.x), "=f"(f.y) : "r"(h));
  return f;
}

__device__ unsigned narrow(float a, float b) {
  unsigned h;
  asm("cvt.rn.f16x2.f32 %0, %2, %1;" : "=r"(h) : "f"(a), "f"(b));
  return h;
}

__global__ void __launch_bounds__(256) rope(const uint4* __restrict__ q, const uint4* __restrict__ cosine, const uint4* __restrict__ sine,
                                            uint4* __restrict__ out, int heads) {
  int part = threadIdx.x % 8, head = blockIdx.y * 32 + threadIdx.x / 8, token = blockIdx.x;
  if (head >= heads) return;
  size_t at = ((size_t)token * heads + head) * 16 + part;
  uint4 a = q[at], b = q[at + 8], c = cosine[token * 8 + part], s = sine[token * 8 + part], ra, rb;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float2 x = widen((&a.x)[k]), y = widen((&b.x)[k]), co = widen((&c.x)[k]), si = widen((&s.x)[k]);
    (&ra.x)[k] = narrow(x.x * co.x - y.x * si.x, x.y * co.y - y.y * si.y);
    (&rb.x)[k] = narrow(x.x * si.x + y.x * co.x, x.y * si.y + y.y * co.y);
  }
  out[at] = ra;
  out[at + 8] = rb;
}
