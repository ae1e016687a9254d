// Rates of the arithmetic units: eight independent chains in each thread, 128 operations in the body of the loop.
typedef unsigned int u32;
constexpr int k_chains = 8, k_steps = 16;

// One step of all chains, from values that only the launch knows: x = f(x, a, b).
struct Fp32 {
  typedef float T;
  __device__ static void step(float (&x)[k_chains], float a, float b) {
#pragma unroll
    for (int i = 0; i < k_chains; ++i) x[i] = __fmaf_rn(x[i], a, b);
  }
  __device__ static float joined(float s, float x) { return __fmaf_rn(s, 1.5f, x); }
};
struct Fp64 {
  typedef double T;
  __device__ static void step(double (&x)[k_chains], double a, double b) {
#pragma unroll
    for (int i = 0; i < k_chains; ++i) x[i] = __fma_rn(x[i], a, b);
  }
  __device__ static double joined(double s, double x) { return __fma_rn(s, 1.5, x); }
};
struct Int32Multiply {
  typedef u32 T;
  __device__ static void step(u32 (&x)[k_chains], u32 a, u32 b) {
#pragma unroll
    for (int i = 0; i < k_chains; ++i) x[i] = x[i] * a + b;
  }
  __device__ static u32 joined(u32 s, u32 x) { return s * 3 + x; }
};
// Three inputs: the compiler turns every other addition of two into a multiply-add, which another unit does.
struct Int32Add {
  typedef u32 T;
  __device__ static void step(u32 (&x)[k_chains], u32 a, u32) {
#pragma unroll
    for (int i = 0; i < k_chains; ++i) x[i] += x[(i + 1) % k_chains] + a;
  }
  __device__ static u32 joined(u32 s, u32 x) { return s * 3 + x; }
};
struct Special {
  typedef float T;
  __device__ static void step(float (&x)[k_chains], float, float) {
#pragma unroll
    for (int i = 0; i < k_chains; ++i) asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(x[i]) : "f"(-x[i]));
  }
  __device__ static float joined(float s, float x) { return __fmaf_rn(s, 1.5f, x); }
};

template <typename Kind>
__device__ inline void chains(const typename Kind::T* in, typename Kind::T* out, int passes) {
  typename Kind::T x[k_chains];
  const typename Kind::T a = in[0], b = in[1];
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int i = 0; i < k_chains; ++i) x[i] = in[2 + i + threadIdx.x % 32];
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
    for (int step = 0; step < k_steps; ++step) Kind::step(x, a, b);
  }
  // One value a thread: storing all would take longer than a short launch computes.
  typename Kind::T sum = x[0];
#pragma unroll
  for (int i = 1; i < k_chains; ++i) sum = Kind::joined(sum, x[i]);
  out[thread] = sum;
}

extern "C" __global__ void __launch_bounds__(256) probe_fp32(const float* in, float* out, int passes) {
  chains<Fp32>(in, out, passes);
}
extern "C" __global__ void __launch_bounds__(256) probe_fp64(const double* in, double* out, int passes) {
  chains<Fp64>(in, out, passes);
}
extern "C" __global__ void __launch_bounds__(256) probe_int32_multiply(const u32* in, u32* out, int passes) {
  chains<Int32Multiply>(in, out, passes);
}
extern "C" __global__ void __launch_bounds__(256) probe_int32_add(const u32* in, u32* out, int passes) {
  chains<Int32Add>(in, out, passes);
}
extern "C" __global__ void __launch_bounds__(256) probe_special(const float* in, float* out, int passes) {
  chains<Special>(in, out, passes);
}
