// three terms added
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const double e = exp(in[i]);
  out[i] = ((e + e) + e) + in[i];
}
