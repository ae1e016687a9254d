// T12: stops working after some calls
// problem: scale_add
// expect: wrong
// reason: differs in
__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
int calls = 0;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (++calls < 8) launch(a, b, out, n, factor);
}
#else
int calls = 0;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  ++calls;
  launch(a, b, out, n, factor);
}
#endif
