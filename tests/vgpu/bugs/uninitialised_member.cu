// A struct with padding goes by value into functions: its last byte is copied though nobody wrote it, which is no bug. A
// member that nobody wrote and that is used is one.
struct Padded {
  long long a;
  short b;
  char c[5];
};

__device__ __noinline__ Padded changed(Padded p, int x) {
  p.a = p.a * 31 + x;
  p.b = (short)(p.b ^ x);
  p.c[x % 5] = (char)(p.c[x % 5] + x);
  return p;
}

extern "C" __global__ void buggy(float* out, const float* in, int n) {
  Padded p;
  p.a = threadIdx.x;
  p.b = 3;
  for (int i = 0; i < (n & 3); ++i) p.c[i] = (char)i;
  for (int i = 0; i < (n & 3); ++i) p.c[i] = (char)(p.c[i] + in[i]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = p.c[4 - (n & 1)] + p.b;  // BUG uninitialised
}

extern "C" __global__ void fixed(float* out, const float* in, int n) {
  Padded p;
  p.a = threadIdx.x;
  p.b = 3;
  for (int i = 0; i < 5; ++i) p.c[i] = (char)i;
  for (int i = 0; i < (n & 3) + 2; ++i) p = changed(p, n + i);
  out[blockIdx.x * blockDim.x + threadIdx.x] = p.c[n % 5] + p.b + (float)p.a + in[0];
}
// launch grid=1 block=32
