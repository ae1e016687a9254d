// __constant__ and __device__ variables are arrays like parameters; their contents are inputs.
__constant__ float weights[4];
__device__ int scale;
__device__ float sums[64];
static __constant__ float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
namespace mine {
__device__ float offsets[16];
}
struct Options {
  int shift;
  float factor;
};
__constant__ Options options;
struct GridSizes {
  float factor;
  int count;
};
__constant__ GridSizes grid_sizes;

// MEANING forall i < n: y[i] = sum(k < 4: x[i + k]*weights[k])
extern "C" __global__ void filter_loop(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < 4; ++k) s += weights[k] * x[i + k];
  y[i] = s;
}
extern "C" __global__ void filter_pointer(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float* w = weights;
    float s = 0;
    for (int k = 3; k >= 0; --k) s = fmaf(x[i + k], w[k], s);
    y[i] = s;
  }
}
// MEANING forall i < n: y[i] = x[i]*weights[0] + x[i + 1]*weights[1] + x[i + 2]*weights[2] + x[i + 3]*weights[3]
extern "C" __global__ void filter_unrolled(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = weights[0] * x[i] + weights[1] * x[i + 1] + weights[2] * x[i + 2] + weights[3] * x[i + 3];
}
// MEANING forall i < n: y[i] = x[i]*real(scale)
extern "C" __global__ void device_scalar(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * scale;
}
// MEANING forall i < n: y[i] = table[and(7, x[i])]
extern "C" __global__ void looked_up(const unsigned* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = table[x[i] % 8];
}
// MEANING forall i < n: y[i] = x[i] + offsets[i]
extern "C" __global__ void in_a_namespace(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + mine::offsets[i];
}
// MEANING forall i < n: y[i] = x[i + options[0]]*options[1]
extern "C" __global__ void members(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = options.factor * x[i + options.shift];
}
// A member that bounds a range is a size like an argument.
// MEANING forall i < grid_sizes.4: y[i] = grid_sizes*x[i]
extern "C" __global__ void size_in_a_struct(const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < grid_sizes.count) y[i] = grid_sizes.factor * x[i];
}
// MEANING forall i < 64: sums[i] = sum(k < n: x[n*i + k])
extern "C" __global__ void stored_in_module(const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 64) return;
  float s = 0;
  for (int k = 0; k < n; ++k) s += x[i * n + k];
  sums[i] = s;
}
// REFUSES other threads write
extern "C" __global__ void read_and_written(const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = sums[63 - i] + x[i];
}
// A distance may be negative.
__constant__ int constant_distance;
// MEANING forall i < n: y[i] = x[(n + constant_distance + i)%n]
extern "C" __global__ void rolled_by_a_constant(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[(i + constant_distance + n) % n];
}
