// REFUSES without a barrier
extern "C" __global__ void shared_memory(const float* x, float* y, int n) {
  __shared__ float tile[256];
  tile[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = tile[255 - threadIdx.x];
}
// MEANING forall i < blockDim.x: y[i] = x[i]
extern "C" __global__ void barrier(const float* x, float* y, int n) {
  __syncthreads();
  y[threadIdx.x] = x[threadIdx.x];
}
// MEANING y[0] += sum(k < blockDim.x: x[k])
extern "C" __global__ void atomic(const float* x, float* y, int n) { atomicAdd(y, x[threadIdx.x]); }
// MEANING forall i < blockDim.x/2, j < 2: y[2*i + j] = x[2*i + 1 - j]
extern "C" __global__ void shuffle(const float* x, float* y, int n) {
  y[threadIdx.x] = __shfl_xor_sync(~0u, x[threadIdx.x], 1);
}
// MEANING forall i < blockDim.x*gridDim.x: y[i] = real(sum(k < n: 1 < x[k] ? 1 : 0) == 0 ? n : argmax(k < n: 1 < x[k] ? 1 : 0))
extern "C" __global__ void leaves_loop(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  for (; k < n; ++k) {
    if (x[k] > 1) break;
  }
  y[i] = k;
}
// MEANING forall i < n: y[i] = sum(k < i + 1: x[k])
extern "C" __global__ void running_sum(const float* x, float* y, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) {
    s += x[k];
    y[k] = s;
  }
}
// REFUSES reads what it stores
extern "C" __global__ void recurrence(const float* x, float* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  for (int k = 1; k < n; ++k) y[k] = y[k - 1] + x[k];
}
// MEANING forall i < blockDim.x*gridDim.x: y[i] = y[i] + sum(k < n: x[k])
extern "C" __global__ void sum_in_memory(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) y[i] += x[k];
}
// REFUSES same element
extern "C" __global__ void last_wins(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[0] = x[i];
}
// REFUSES other threads write
extern "C" __global__ void neighbour(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = y[i + 1] + x[i];
}
// MEANING forall i < n: y[i] = int(x[i])
extern "C" __global__ void quantised(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (int)x[i];
}
// REFUSES same element
extern "C" __global__ void lane(const float* x, float* y, int n) {
  unsigned l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  y[l] = x[l];
}
// REFUSES may read what the thread stored before
extern "C" __global__ void stored_before(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i];
  y[i + n] = y[n - i];
}
// REFUSES same element
extern "C" __global__ void overlapping(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (i < n) y[i + k] = y[i + k] + x[k];
  }
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void largest_of_bits(const float* x, float* most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(reinterpret_cast<int*>(most), __float_as_int(x[i]));
}
extern "C" __global__ void exponents(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (__float_as_int(x[i]) >> 23 & 255) - 127;
}
extern "C" __global__ void bits_of_doubled(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float_as_int(x[i] * 2.f);
}
extern "C" __global__ void bits_kept_as_integers(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float_as_int(x[i]);
}
// REFUSES the bits of integers are used as floating-point numbers
extern "C" __global__ void sum_of_words(const int* x, float* y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += __int_as_float(x[r * n + k]);
  y[r] = sum;
}
extern "C" __global__ void words_kept_as_numbers(const unsigned* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __uint_as_float(x[i]);
}
// REFUSES what is read from shared memory cannot be told
extern "C" __global__ void ties_by_order(const float* x, int* out, int rows, int cols) {
  __shared__ float sv[256];
  __shared__ int si[256];
  int r = blockIdx.x, t = threadIdx.x;
  float best = -INFINITY;
  int at = 0;
  for (int j = t; j < cols; j += 256) {
    float v = x[r * cols + j];
    if (v > best) { best = v; at = j; }
  }
  sv[t] = best; si[t] = at;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s && sv[t + s] > sv[t]) {
        sv[t] = sv[t + s];
        si[t] = si[t + s];
    }
    __syncthreads();
  }
  if (t == 0) out[r] = si[0];
}
