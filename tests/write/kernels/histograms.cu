// Naive histograms and scatter with sums: a thread per element, grid-stride loops, counters in shared memory.

// SCHEDULES histogram
// SIZES n=1 | n=67 | n=4099
// VARIANTS 20
__global__ void byte_histogram(const unsigned char* x, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i]], 1);
}

// VARIANTS 1
__global__ void byte_histogram_stride(const unsigned char* x, unsigned int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[x[i]], 1u);
}

__global__ void byte_histogram_shared(const unsigned char* x, unsigned int* bins, int n) {
  __shared__ unsigned int local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[x[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void guarded_histogram(const int* x, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int b = x[i];
  if (b >= 0 && b < 1000) atomicAdd(&bins[b], 1);
}

__global__ void modulo_histogram(const int* x, unsigned long long* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[(unsigned)x[i] % 1000], 1ull);
}

__global__ void largest_of_bin(const unsigned char* x, const int* w, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&bins[x[i]], w[i]);
}

__global__ void smallest_of_bin(const unsigned char* x, const unsigned long long* w, unsigned long long* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMin(&bins[x[i] / 2], w[i]);
}

__global__ void weighted_histogram_stride(const int* x, const float* w, float* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[x[i]], w[i]);
}

// SIZES n=1,bin_count=1 | n=67,bin_count=1000 | n=4099,bin_count=13
__global__ void weighted_histogram(const int* x, const float* w, float* bins, int n, int bin_count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] >= 0 && x[i] < bin_count) atomicAdd(&bins[x[i]], w[i]);
}

__global__ void int_histogram_shared(const unsigned short* x, int* bins, int n, int bin_count) {
  __shared__ int local[1000];
  for (int b = threadIdx.x; b < bin_count; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (x[i] < bin_count) atomicAdd(&local[x[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < bin_count; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

// SCHEDULES scatter histogram
// SIZES rows=1,d=1 | rows=37,d=5 | rows=21,d=64
// VARIANTS 20
__global__ void scatter_rows(const float* x, const int* index, float* out, int rows, int d) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= rows * d) return;
  int i = t / d, j = t % d;
  atomicAdd(&out[index[i] * d + j], x[i * d + j]);
}

// VARIANTS 1
__global__ void scatter_rows_block(const float* x, const int* index, float* out, int rows, int d) {
  for (int i = blockIdx.x; i < rows; i += gridDim.x)
    for (int j = threadIdx.x; j < d; j += blockDim.x) atomicAdd(&out[index[i] * d + j], x[i * d + j]);
}

__global__ void scatter_rows_thread(const double* x, const long long* index, double* out, int rows, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  for (int j = 0; j < d; ++j) atomicAdd(&out[index[i] * d + j], x[i * d + j]);
}
