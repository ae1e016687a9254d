// Atomics of every operation, type, place and scope; results used and results dropped.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void integer_results(int* a, unsigned* b, int* out) {
  const int t = threadIdx.x;
  out[t] = atomicAdd(a + t, t) + atomicSub(a + 1 + t, t) + atomicExch(a + 2 + t, t) + atomicMin(a + 3 + t, t) + atomicMax(a + 4 + t, t) +
           atomicCAS(a + 5 + t, t, t + 1) + atomicAnd(a + 6 + t, t) + atomicOr(a + 7 + t, t) + atomicXor(a + 8 + t, t) +
           static_cast<int>(atomicInc(b + t, 7u) + atomicDec(b + 1 + t, 9u) + atomicMin(b + 2 + t, 3u) + atomicMax(b + 3 + t, 5u));
}

__global__ void integer_drops(int* a, unsigned* b, unsigned long long* c) {
  const int t = threadIdx.x;
  atomicAdd(a + t, t);
  atomicMin(a + 1 + t, t);
  atomicMax(a + 2 + t, t);
  atomicAnd(a + 3 + t, t);
  atomicOr(a + 4 + t, t);
  atomicXor(a + 5 + t, t);
  atomicInc(b + t, 7u);
  atomicMax(b + 1 + t, 7u);
  atomicAdd(c + t, 1ull);
  atomicMin(c + 1 + t, 5ull);
  atomicXor(c + 2 + t, 5ull);
}

__global__ void wide_results(unsigned long long* a, long long* b, unsigned long long* out) {
  const int t = threadIdx.x;
  out[t] = atomicAdd(a + t, 3ull) + atomicExch(a + 1 + t, 4ull) + atomicCAS(a + 2 + t, 5ull, 6ull) + atomicOr(a + 3 + t, 7ull) +
           static_cast<unsigned long long>(atomicMax(b + t, -3ll)) + atomicMin(a + 4 + t, 8ull);
}

__global__ void float_results(float* a, double* b, half2* c, float* out) {
  const int t = threadIdx.x;
  const half2 pair = atomicAdd(c + t, __floats2half2_rn(1.0f, 2.0f));
  out[t] = atomicAdd(a + t, 1.0f) + atomicExch(a + 1 + t, 2.0f) + static_cast<float>(atomicAdd(b + t, 1.0)) + __low2float(pair);
}

__global__ void float_drops(float* a, double* b, half2* c, __nv_bfloat162* d, half* e) {
  const int t = threadIdx.x;
  atomicAdd(a + t, 1.0f);
  atomicAdd(b + t, 1.0);
  atomicAdd(c + t, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(d + t, __floats2bfloat162_rn(1.0f, 2.0f));
  atomicAdd(e + t, __float2half(1.0f));
}

__global__ void shared_results(const int* in, int* out) {
  __shared__ int words[128];
  __shared__ unsigned long long wide[64];
  const int t = threadIdx.x;
  words[t] = in[t];
  wide[t & 63] = in[t];
  __syncthreads();
  int sum = atomicAdd(words + (in[t] & 127), 1) + atomicMin(words + t, 3) + atomicExch(words + (t ^ 1), 9) + atomicCAS(words + (t ^ 2), 1, 2);
  sum += atomicAnd(words + (t ^ 3), 5) + atomicOr(words + (t ^ 4), 6) + atomicXor(words + (t ^ 5), 7) + atomicMax(words + (t ^ 6), t);
  sum += static_cast<int>(atomicAdd(wide + (t & 63), 1ull) + atomicCAS(wide + (t & 31), 1ull, 2ull) + atomicExch(wide + (t & 15), 3ull));
  sum += static_cast<int>(atomicInc(reinterpret_cast<unsigned*>(words) + (t & 7), 5u));
  atomicAdd(reinterpret_cast<float*>(words) + (t & 3), 1.0f);
  __syncthreads();
  out[t] = sum + words[t];
}

__global__ void scopes(int* a, int* out, unsigned short* b) {
  const int t = threadIdx.x;
  out[t] = atomicAdd_block(a + t, 1) + atomicAdd_system(a + 1 + t, 2) + atomicCAS_system(a + 2 + t, 3, 4) + atomicCAS(b + t, 1, 2);
  atomicAdd_system(a + 3 + t, 5);
  atomicMax_block(a + 4 + t, 5);
  int acquired;
  asm volatile("atom.acquire.gpu.global.add.s32 %0, [%1], 1;" : "=r"(acquired) : "l"(a + 5) : "memory");
  asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(a + 6) : "memory");
  out[t] += acquired;
}

__global__ void generic_place(int* a, int* out, bool local) {
  __shared__ int here[32];
  here[threadIdx.x] = 0;
  __syncthreads();
  int* where = local ? here : a;
  out[threadIdx.x] = atomicAdd(where + threadIdx.x, 1) + atomicCAS(where + 1, 2, 3);
  atomicAdd(reinterpret_cast<float*>(where) + 2, 1.0f);
  atomicOr(where + 3, 4);
}

// Vectors and 128-bit exchanges, from sm_90 on.
__global__ void wide_vectors(float* a, float* out) {
  float4 old = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#if __CUDA_ARCH__ >= 900
  asm volatile("atom.global.v4.f32.add {%0,%1,%2,%3}, [%4], {%5,%5,%5,%5};"
               : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w) : "l"(a), "f"(1.0f));
  asm volatile("red.global.add.v2.f32 [%0], {%1,%1};" ::"l"(a), "f"(1.0f));
  asm volatile("red.global.v4.bf16x2.add.noftz [%0], {%1,%1,%1,%1};" ::"l"(a), "r"(0x3f803f80));
  asm volatile("{ .reg .b128 o, n, r; mov.b128 o, {%1, %1}; mov.b128 n, {%1, %1}; atom.global.cas.b128 r, [%2], o, n; mov.b128 {%0, _}, r; }"
               : "=l"(*reinterpret_cast<unsigned long long*>(&old)) : "l"(7ull), "l"(a) : "memory");
#endif
  out[threadIdx.x] = old.x + old.y + old.z + old.w;
}
