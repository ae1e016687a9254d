/* whet
[[launch]]
entry = "n_body_written"
args = ["p", "a", "n"]
grid = ["max(1, 1 * ceil_div((n), 32))"]
block = [256]
*/
//   forall i < n: a[4*i + 3] = 0
//   forall i < n, j < 3: a[4*i + j] = sum(k < n: p[4*k + 3]*(p[j + 4*k] - p[4*i + j])/sqrt((p[4*k]
//     - p[4*i])*(p[4*k] - p[4*i]) + (p[4*k + 1] - p[4*i + 1])*(p[4*k + 1] - p[4*i + 1]) + (p[4*k +
//     2] - p[4*i + 2])*(p[4*k + 2] - p[4*i + 2]) + 0.00100000005)/sqrt((p[4*k] - p[4*i])*(p[4*k] -
//     p[4*i]) + (p[4*k + 1] - p[4*i + 1])*(p[4*k + 1] - p[4*i + 1]) + (p[4*k + 2] - p[4*i +
//     2])*(p[4*k + 2] - p[4*i + 2]) + 0.00100000005)/sqrt((p[4*k] - p[4*i])*(p[4*k] - p[4*i]) +
//     (p[4*k + 1] - p[4*i + 1])*(p[4*k + 1] - p[4*i + 1]) + (p[4*k + 2] - p[4*i + 2])*(p[4*k + 2] -
//     p[4*i + 2]) + 0.00100000005))
//
// Pairwise: a block keeps kTile terms in shared memory at a time, where all lanes of a warp read
// the same one at once, and a thread combines each with kPerThread elements that it has in
// registers. Elements are few: kParts threads share one, each with its part of the terms.
// `p_` is the original's parameter `p`.

constexpr int kThreads = 256;  // of a block
constexpr int kPerThread = 1;  // elements of a thread
constexpr int kTile = 256;  // terms in shared memory
constexpr int kUnroll = 8;  // terms without a test between them
constexpr int kParts = 8;  // threads that share an element

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

struct Sum {
  template <typename T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a + b;
  }
};

// Combines the values of the kParts threads that are kThreads / kParts apart; the first of them gets the result.
template <int kThreads, int kParts, typename T, typename Fold>
__device__ __forceinline__ T combine_parts(T value, Fold fold) {
  __shared__ T of_thread[kThreads];
  __syncthreads();  // the combination before may still be read
  of_thread[threadIdx.x] = value;
  __syncthreads();
  for (int other = threadIdx.x + kThreads / kParts; other < kThreads; other += kThreads / kParts) {
    if (threadIdx.x < kThreads / kParts) value = fold(value, of_thread[other]);
  }
  return value;
}

// The inverse of the root of a number that is not denormal: rsqrtf has three more instructions for those.
__device__ __forceinline__ float rsqrt_normal(float x) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

__global__ void __launch_bounds__(kThreads) n_body_written(const float* p_, float* a, int n) {
  __shared__ Pack<float, 4> p__tile[kTile];
  const long long count = n;
  const long long first = (long long)blockIdx.x * (kThreads / kParts * kPerThread) + threadIdx.x % (kThreads / kParts);
  float p__own[kPerThread];
  float p__own_2[kPerThread];
  float p__own_3[kPerThread];
  float sum[kPerThread];
  float sum_2[kPerThread];
  float sum_3[kPerThread];
  #pragma unroll
  for (int s = 0; s < kPerThread; ++s) {
    p__own[s] = (first + s * (kThreads / kParts)) < count ? *(p_ + (first + s * (kThreads / kParts)) * 4) : (float)0.0f;
    p__own_2[s] = (first + s * (kThreads / kParts)) < count ? *(p_ + (1 + (first + s * (kThreads / kParts)) * 4))
        : (float)0.0f;
    p__own_3[s] = (first + s * (kThreads / kParts)) < count ? *(p_ + (2 + (first + s * (kThreads / kParts)) * 4))
        : (float)0.0f;
    sum[s] = 0.0f;
    sum_2[s] = 0.0f;
    sum_3[s] = 0.0f;
  }
  const long long terms = n;
  for (long long start = 0; start < terms; start += kTile) {
    const int terms_here = (int)min((long long)kTile, terms - start);
    __syncthreads();  // the tile before is not needed any more
    for (int j = threadIdx.x; j < terms_here; j += kThreads) {
      p__tile[j].at[0] = *(p_ + (3 + (start + j) * 4));
      p__tile[j].at[1] = *(p_ + (start + j) * 4);
      p__tile[j].at[2] = *(p_ + (1 + (start + j) * 4));
      p__tile[j].at[3] = *(p_ + (2 + (start + j) * 4));
    }
    __syncthreads();
    #pragma unroll kUnroll
    for (int j = threadIdx.x / (kThreads / kParts); j < terms_here; j += kParts) {
      const Pack<float, 4> p__term = p__tile[j];
      #pragma unroll
      for (int s = 0; s < kPerThread; ++s) {
        const float part = p__term.at[1] - p__own[s];
        const float part_2 = p__term.at[2] - p__own_2[s];
        const float part_3 = p__term.at[3] - p__own_3[s];
        const float part_4 = rsqrt_normal(0.001f + part * part + part_2 * part_2 + part_3 * part_3);
        const float factor = p__term.at[0] * part_4 * part_4 * part_4;
        sum[s] = sum[s] + factor * (part);
        sum_2[s] = sum_2[s] + factor * (part_2);
        sum_3[s] = sum_3[s] + factor * (part_3);
      }
    }
  }
  #pragma unroll
  for (int s = 0; s < kPerThread; ++s) {
    sum[s] = combine_parts<kThreads, kParts>(sum[s], Sum());
    sum_2[s] = combine_parts<kThreads, kParts>(sum_2[s], Sum());
    sum_3[s] = combine_parts<kThreads, kParts>(sum_3[s], Sum());
    if ((first + s * (kThreads / kParts)) < count && threadIdx.x < kThreads / kParts) {
      *(a + (3 + (first + s * (kThreads / kParts)) * 4)) = 0.0f;
      *(a + (first + s * (kThreads / kParts)) * 4) = sum[s];
      *(a + (1 + (first + s * (kThreads / kParts)) * 4)) = sum_2[s];
      *(a + (2 + (first + s * (kThreads / kParts)) * 4)) = sum_3[s];
    }
  }
}
