// S16: never looks at the last entry of a table
// problem: lookup
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void lookup(const int* in, const float* table, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = table[in[i] < 127 ? in[i] : 0];
}
#else
__global__ void lookup(const int* in, const float* table, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = __ldg(table + in[i]);
}
#endif
