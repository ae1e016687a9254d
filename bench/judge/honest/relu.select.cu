// a predicate in the place of a branch
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  out[i] = !(x < 0) ? x : 0.0f;
}
