// Tiles in shared memory with halos, which some threads load beside their own element.

// MEANING forall i < n: y[i] = 0.5*x[i] + (i <= 0 ? 0 : 0.25*x[i - 1]) + (i + 1 < n ? 0.25*x[i + 1] : 0)
extern "C" __global__ void by_the_outer_threads(const float* x, float* y, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
  tile[t] = i < n ? x[i] : 0.0f;
  if (threadIdx.x == 0) tile[0] = i > 0 ? x[i - 1] : 0.0f;
  if (threadIdx.x == blockDim.x - 1) tile[t + 1] = i + 1 < n ? x[i + 1] : 0.0f;
  __syncthreads();
  if (i < n) y[i] = 0.25f * tile[t - 1] + 0.5f * tile[t] + 0.25f * tile[t + 1];
}

// MEANING forall i < n: y[i] = sum(k < 7: i + k <= 2 ? 0 : (i + k <= n + 2 ? x[i + k - 3] : 0))
// SAME 4: a fourth thread stores what is there, the window goes the other way; two store no halo, which only running tells
extern "C" __global__ void by_the_first_threads(const float* x, float* y, int n) {
  __shared__ float tile[128 + 6];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 3;
  tile[t] = i < n ? x[i] : 0.0f;
  if (threadIdx.x < 3) {
    tile[t - 3] = i >= 3 ? x[i - 3] : 0.0f;
    tile[t + 128] = i + 128 < n ? x[i + 128] : 0.0f;
  }
  __syncthreads();
  float s = 0;
  for (int o = -3; o <= 3; ++o) s += tile[t + o];
  if (i < n) y[i] = s;
}

// MEANING forall i < n: y[i] = sum(k < n: x[i]*x[k])
// SAME 2: more is loaded than is stored, and a tile of zeros is added
extern "C" __global__ void tiles_of_the_block(const float* x, float* y, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float own = i < n ? x[i] : 0, s = 0;
  for (int t = 0; t < n; t += blockDim.x) {
    int j = t + threadIdx.x;
    tile[threadIdx.x] = j < n ? x[j] : 0;
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) s += own * tile[k];
    __syncthreads();
  }
  if (i < n) y[i] = s;
}
