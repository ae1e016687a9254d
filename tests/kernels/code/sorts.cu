// Putting in order, several ways.

__global__ void odd_even(int* data, int n) {
  extern __shared__ int box[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) box[i] = data[i];
  for (int round = 0; round < n; ++round) {
    __syncthreads();
    const int i = 2 * threadIdx.x + (round & 1);
    if (i + 1 < n && box[i] > box[i + 1]) {
      const int kept = box[i];
      box[i] = box[i + 1], box[i + 1] = kept;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = box[i];
}

// One step of a bitonic network over global memory.
__global__ void bitonic_step(float* data, int stride, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ stride;
  if (other <= i) return;
  const float a = data[i], b = data[other];
  if ((a > b) == ((i & size) == 0)) data[i] = b, data[other] = a;
}

// The place of each is the number of smaller ones; equals keep their order.
__global__ void rank_sort(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int rank = 0;
  for (int j = 0; j < n; ++j) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
  out[rank] = in[i];
}

// Four passes of two bits each over 8-bit keys, stable, in one block.
__global__ void radix_block(unsigned char* keys, int* values) {
  __shared__ unsigned char key_box[128];
  __shared__ int value_box[128], counts[4][4];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  unsigned char key = keys[t];
  int value = values[t];
  for (int shift = 0; shift < 8; shift += 2) {
    const int digit = key >> shift & 3;
    unsigned mine = 0;
    for (int d = 0; d < 4; ++d) {
      const unsigned has = __ballot_sync(0xffffffffu, digit == d);
      if (digit == d) mine = has;
      if (lane == 0) counts[d][warp] = __popc(has);
    }
    __syncthreads();
    int place = __popc(mine & ((1u << lane) - 1));
    for (int d = 0; d <= digit; ++d) {
      for (int w = 0; w < 4; ++w) place += d < digit || w < warp ? counts[d][w] : 0;
    }
    key_box[place] = key, value_box[place] = value;
    __syncthreads();
    key = key_box[t], value = value_box[t];
    __syncthreads();
  }
  keys[t] = key, values[t] = value;
}

// Two sorted runs become one: each element finds its place in the other by halving.
__global__ void merge_runs(const int* a, const int* b, int* out, int na, int nb) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= na + nb) return;
  const bool first = i < na;
  const int key = first ? a[i] : b[i - na];
  const int* other = first ? b : a;
  int low = 0, high = first ? nb : na;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (first ? other[middle] < key : other[middle] <= key) low = middle + 1;
    else high = middle;
  }
  out[low + (first ? i : i - na)] = key;
}

// Where each query would go in a sorted table.
__global__ void lower_bounds(const double* table, const double* queries, int* out, int n, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int low = 0;
  for (int step = 1 << (31 - __clz(n)); step > 0; step >>= 1) {
    if (low + step <= n && table[low + step - 1] < queries[i]) low += step;
  }
  out[i] = low;
}

// The median of nine neighbours by a network of exchanges.
__device__ void order(float& a, float& b) {
  const float low = fminf(a, b);
  b = fmaxf(a, b), a = low;
}

__global__ void median_3x3(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float v[9];
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const int from_x = min(max(x + i % 3 - 1, 0), width - 1), from_y = min(max(y + i / 3 - 1, 0), height - 1);
    v[i] = in[from_y * width + from_x];
  }
#pragma unroll
  for (int round = 0; round < 9; ++round) {
#pragma unroll
    for (int i = round & 1; i + 1 < 9; i += 2) order(v[i], v[i + 1]);
  }
  out[y * width + x] = v[4];
}
