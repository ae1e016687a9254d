// whole and rest of the exponent
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const double whole = rint(in[i]);
  out[i] = exp(whole) * exp(in[i] - whole) * 3 + in[i];
}
