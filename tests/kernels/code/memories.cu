// Where data can lie: constants, variables of the module, local arrays, dynamic shared memory, copies on their own.
#include <cassert>
#include <cstdio>

__constant__ double k_wide[8] = {1.5, -2.0, 3.25, 0.125, 7.0, -0.5, 10.0, 100.0};
__constant__ unsigned char k_text[] = "the quick brown fox jumps over the lazy dog";
__constant__ struct { int first; float rate; short rest[3]; } k_setup = {7, 0.25f, {-1, 300, 5}};
__constant__ float k_table[64] = {1.0f, 2.0f, 3.0f, [10] = 11.0f, [63] = 64.0f};

__global__ void constants(const int* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int at = in[i];
  out[i] = k_wide[at & 7] + k_text[at % 43] + k_setup.first * k_setup.rate + k_setup.rest[at % 3] + k_table[at & 63];
}

__device__ int counters[4] = {10, 20, 30, 40};
__device__ int* second_counter = &counters[1];
__device__ const char* messages[3] = {"zero", "one", "seventeen"};

__global__ void module_variables(int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(&counters[i & 3], i);
  __syncthreads();
  if (i < 4) out[i] = counters[i];
  if (i == 4) out[4] = *second_counter;
  if (i >= 5 && i < 8) {
    int length = 0;
    for (const char* at = messages[i - 5]; *at; ++at) length += *at;
    out[i] = length;
  }
}

// Dynamic shared memory cut into parts of several types.
__global__ void carved(const double* in, double* out, int n) {
  extern __shared__ unsigned char raw[];
  double* wide = reinterpret_cast<double*>(raw);
  int* order = reinterpret_cast<int*>(wide + n);
  unsigned char* flags = reinterpret_cast<unsigned char*>(order + n);
  const int t = threadIdx.x;
  if (t < n) wide[t] = in[t], order[t] = (t * 7) % n, flags[t] = t & 1;
  __syncthreads();
  if (t < n) out[t] = wide[order[t]] * (flags[(t + 1) % n] ? -1.0 : 1.0);
}

// More than 48 KiB of it.
__global__ void large_shared(const int* in, int* out, int n) {
  extern __shared__ int big[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) big[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = big[n - 1 - i] ^ i;
}

// A matrix in local memory, indexed by what is read.
__global__ void local_matrix(const int* in, int* out) {
  int m[6][6];
  for (int i = 0; i < 36; ++i) m[i / 6][i % 6] = i * in[threadIdx.x];
  for (int i = 0; i < 12; ++i) {
    const int a = in[threadIdx.x + i] % 6, b = in[threadIdx.x + i + 1] % 6;
    const int kept = m[a][b];
    m[a][b] = m[b][a] + i, m[b][a] = kept;
  }
  int sum = 0;
  for (int i = 0; i < 36; ++i) sum = sum * 3 + m[i % 6][i / 6];
  out[threadIdx.x] = sum;
}

__device__ __noinline__ void change(int* which, short* halves, int by) { *which += by, halves[by & 3] = static_cast<short>(by); }

// The address of a local variable goes to a call; generic loads find it there.
__global__ void local_addresses(const int* in, int* out) {
  int mine = in[threadIdx.x];
  short halves[4] = {1, 2, 3, 4};
  __shared__ int box[64];
  box[threadIdx.x] = mine;
  int* where = mine & 1 ? &mine : &box[threadIdx.x];
  for (int i = 0; i < 3; ++i) change(where, halves, mine & 7);
  out[threadIdx.x] = mine * 1000 + box[threadIdx.x] + halves[0] + halves[1] + halves[2] + halves[3];
}

__global__ void prints(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  assert(i < n);
  if (in[i] < 0) printf("%d holds %d, %s %5.2f\n", i, in[i], in[i] < -50 ? "low" : "not so low", in[i] * 0.5);
  out[i] = in[i] + 1;
}

__global__ void borrows(int* out) {
  int* mine = static_cast<int*>(malloc(16 * sizeof(int)));
  for (int i = 0; i < 16; ++i) mine[i] = i * threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += mine[15 - i] * i;
  free(mine);
  out[threadIdx.x] = sum;
}

struct Big {
  float scale;
  int values[100];
  double shift;
};

__global__ void by_value(Big big, const int* in, double* out) {
  out[threadIdx.x] = big.values[in[threadIdx.x] % 100] * static_cast<double>(big.scale) + big.shift;
}

// Bytes that are not aligned for wider loads, put together by hand.
__global__ void unaligned(const unsigned char* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned value;
  memcpy(&value, in + 3 * i + 1, 4);
  out[i] = value;
}

__global__ void hinted(const float* in, float* out, volatile float* shy) {
  const int i = threadIdx.x;
  float a, b, c;
  asm volatile("ld.global.L1::evict_last.f32 %0, [%1];" : "=f"(a) : "l"(in + i));
  asm volatile("ld.global.L1::no_allocate.L2::128B.f32 %0, [%1];" : "=f"(b) : "l"(in + i + 32));
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(c) : "l"(in + i + 64), "l"(policy));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
  shy[i] = a + b;
  asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(out + i), "f"(c + shy[i]), "l"(policy) : "memory");
}

// Asynchronous copies of every size, with zeros where the source ends, in groups awaited one by one.
__global__ void copies_in_groups(const int* in, int* out, int n) {
  __shared__ alignas(16) int box[4][128];
  const unsigned t = threadIdx.x;
  for (int group = 0; group < 4; ++group) {
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&box[group][4 * t]));
    const int* from = in + group * 128 + 4 * t;
    if (group == 0) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
    if (group == 1) asm volatile("cp.async.ca.shared.global [%0], [%1], 8; cp.async.ca.shared.global [%2], [%3], 8;" ::"r"(to), "l"(from), "r"(to + 8), "l"(from + 2));
    if (group == 2) for (int i = 0; i < 4; ++i) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to + 4 * i), "l"(from + i));
    if (group == 3) asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(max(0, min(16, 4 * (n - static_cast<int>(4 * t))))));
    asm volatile("cp.async.commit_group;");
  }
  int sum = 0;
#define TAKE(left, group) \
  asm volatile("cp.async.wait_group " #left ";" ::: "memory"); \
  __syncthreads(); \
  for (int i = 0; i < 4; ++i) sum = sum * 5 + box[group][(4 * t + 17 * i) & 127];
  TAKE(3, 0) TAKE(2, 1) TAKE(1, 2) TAKE(0, 3)
  out[t] = sum;
}
