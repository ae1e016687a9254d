// Arrays of structs, structs that hold pointers, flags of loops, functions with several results.
struct Particle {
  float x, y, mass;
  int cell;
};
// MEANING forall i < n: p[4*i + 2] = sum(k < n: p[4*k])
extern "C" __global__ void field_of_others(Particle* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int j = 0; j < n; ++j) s += p[j].x;
  p[i].mass = s;
}
extern "C" __global__ void field_strided(Particle* p, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float s = 0;
    for (const Particle* q = p; q < p + n; ++q) s += q->x;
    p[i].mass = s;
  }
}
// REFUSES other threads write
extern "C" __global__ void same_field(Particle* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i].x = p[n - 1 - i].x;
}
struct Arrays {
  const float* from;
  float* to;
  int count;
};
// MEANING forall i < a.16: a.8[i] = 2*a[i]
extern "C" __global__ void pointers_in_struct(Arrays a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.count) a.to[i] = 2 * a.from[i];
}
__device__ void doubled(const Arrays& a, int i) { a.to[i] = a.from[i] + a.from[i]; }
// MEANING forall i < a.16: a.8[i] = a[i] + a[i]
extern "C" __global__ void struct_by_reference(Arrays a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.count) doubled(a, i);
}
// MEANING forall i < n: s[i] = sin(x[i]); forall i < n: c[i] = cos(x[i])
extern "C" __global__ void both_functions(const float* x, float* s, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sincosf(x[i], &s[i], &c[i]);
}
extern "C" __global__ void both_in_locals(const float* x, float* s, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sine, cosine;
  __sincosf(x[i], &sine, &cosine);
  s[i] = sine;
  c[i] = cosine;
}
// MEANING forall i < n: y[i] = x[i]*exp2(real(k[i]))
extern "C" __global__ void scaled_by_power(const float* x, const int* k, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = ldexpf(x[i], k[i]);
}
// MEANING forall i < n: y[i] = int(round(x[i]))
extern "C" __global__ void rounded(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (int)lroundf(x[i]);
}
// MEANING forall i < rows: out[i] = sum(k < cols: 0 < x[cols*i + k] ? 1 : 0) == 0 ? 0 : 1
extern "C" __global__ void any_positive(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int found = 0;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] > 0) found = 1;
  }
  out[r] = found;
}
extern "C" __global__ void any_as_bool(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  bool found = false;
  for (int j = 0; j < cols; ++j) found = found || x[r * cols + j] > 0;
  out[r] = found ? 1 : 0;
}
extern "C" __global__ void any_backwards(const float* x, int* out, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    bool found = false;
    for (int j = cols - 1; j >= 0; --j) found |= x[r * cols + j] > 0;
    out[r] = found;
  }
}
// MEANING forall i < rows: out[i] = sum(l < cols: max(0, x[cols*i + l])*product(k < cols - l - 1: 0 < x[cols*i + k + l + 1] ? 0 : 1))
extern "C" __global__ void last_positive(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float last = 0;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] > 0) last = x[r * cols + j];
  }
  out[r] = last;
}
// MEANING y[0] = sum(k < 32: x[k])
extern "C" __global__ void warp_instruction(const int* x, int* y) {
  int v = __reduce_add_sync(~0u, x[threadIdx.x]);
  if (threadIdx.x == 0) *y = v;
}
__device__ int add_if_there(int v, int distance) {
  int r;
  asm volatile(
      "{ .reg .s32 r0; .reg .pred p; shfl.sync.down.b32 r0|p, %1, %2, 31, -1; @p add.s32 r0, r0, %1; mov.s32 %0, r0; }"
      : "=r"(r)
      : "r"(v), "r"(distance));
  return r;
}
extern "C" __global__ void lanes_that_exist(const int* x, int* y) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v = add_if_there(v, d);
  if (threadIdx.x == 0) *y = v;
}
// Members that are no sizes may be negative.
struct Passed {
  int distance;
  float factor;
};
// MEANING forall i < n: y[i] = x[(n + p + i)%n]
extern "C" __global__ void rolled_by_a_member(const float* x, float* y, int n, Passed p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[(i + p.distance + n) % n];
}
// MEANING forall i < n: y[i] = x[i]*real((4*p + 3)%4)
extern "C" __global__ void rest_of_a_member(const float* x, float* y, int n, Passed p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * ((4 * p.distance + 3) % 4);
}
