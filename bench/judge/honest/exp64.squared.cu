// the square of a root
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const double root = exp(0.5 * in[i]);
  out[i] = 3 * root * root + in[i];
}
