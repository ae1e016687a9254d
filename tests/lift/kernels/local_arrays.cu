// Small arrays of a thread whose index is not constant.
// MEANING forall i < n: y[i] = (k[i]%3) == 0 ? a[i] : ((k[i]%3) == 1 ? b[i] : a[i]*b[i])
extern "C" __global__ void chosen_array(const float* a, const float* b, const unsigned* k, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[3] = {a[i], b[i], a[i] * b[i]};
  y[i] = v[k[i] % 3];
}
extern "C" __global__ void chosen_in_loop(const float* a, const float* b, const unsigned* k, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v[3];
    v[2] = a[i] * b[i];
    v[0] = a[i];
    v[1] = b[i];
    y[i] = v[k[i] % 3];
  }
}
struct Three {
  float v[3];
};
__device__ float element(const Three& three, int k) { return three.v[k]; }
extern "C" __global__ void chosen_in_struct(const float* a, const float* b, const unsigned* k, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Three three{{a[i], b[i], a[i] * b[i]}};
  y[i] = element(three, k[i] % 3);
}
// MEANING forall i < n: y[i] = (and(1, k[i]) == 1 ? x[i] : 2) + (and(1, k[i]) == 0 ? x[i] : 1)
extern "C" __global__ void stored_element(const float* x, const unsigned* k, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[2] = {1, 2};
  v[k[i] % 2] = x[i];
  y[i] = v[0] + v[1];
}
// REFUSES elements with a variable index
extern "C" __global__ void large_array(const float* x, const unsigned* k, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[100];
  for (int j = 0; j < 100; ++j) v[j] = x[100 * i + j];
  y[i] = v[k[i] % 3];
}
