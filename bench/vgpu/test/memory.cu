// Elementwise work, structs, gathers and scatters, transposes, reductions, scans and bytes. No model is fitted on these.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// Elementwise.
extern "C" __global__ void add_three(const float* a, const float* b, const float* c, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = a[i] + b[i] * c[i];
}
extern "C" __global__ void add_three_vectors(const float4* a, const float4* b, const float4* c, float4* out, int n) {
  const int i = INDEX;
  if (i >= n / 4) return;
  const float4 x = a[i], y = b[i], z = c[i];
  out[i] = {x.x + y.x * z.x, x.y + y.y * z.y, x.z + y.z * z.z, x.w + y.w * z.w};
}
extern "C" __global__ void swish(const float* in, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[i] / (1 + expf(-in[i]));
}
extern "C" __global__ void swish_two_each(const float2* in, float2* out, int n) {
  const int i = INDEX;
  if (i >= n / 2) return;
  const float2 v = in[i];
  out[i] = {v.x / (1 + __expf(-v.x)), v.y / (1 + __expf(-v.y))};
}
extern "C" __global__ void add_one_double(const double* in, double* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[i] + 1;
}

// Structs of 12, 20, 28 and 36 bytes: one a thread, or word by word.
template <int words>
__device__ void move_structs(const float* in, float* out, int n) {
  const int i = INDEX;
  if (i >= n) return;
  float word[words];
#pragma unroll
  for (int j = 0; j < words; ++j) word[j] = in[i * words + j];
#pragma unroll
  for (int j = 0; j < words; ++j) out[i * words + j] = word[j] * 2;
}
extern "C" __global__ void structs_3(const float* in, float* out, int n) { move_structs<3>(in, out, n); }
extern "C" __global__ void structs_5(const float* in, float* out, int n) { move_structs<5>(in, out, n); }
extern "C" __global__ void structs_7(const float* in, float* out, int n) { move_structs<7>(in, out, n); }
extern "C" __global__ void structs_9(const float* in, float* out, int n) { move_structs<9>(in, out, n); }
extern "C" __global__ void structs_as_words(const float* in, float* out, int words) {
  const int i = INDEX;
  if (i < words) out[i] = in[i] * 2;
}
// Particles: position and velocity of 7 words each, moved in place; the same as arrays of members.
extern "C" __global__ void move_particles(float* particles, int n) {
  const int i = INDEX;
  if (i >= n) return;
  float* p = particles + i * 7;
  for (int d = 0; d < 3; ++d) p[d] += 0.01f * p[3 + d] * p[6];
}
extern "C" __global__ void move_particle_arrays(float* particles, int n) {
  const int i = INDEX;
  if (i >= n) return;
  for (int d = 0; d < 3; ++d) particles[d * n + i] += 0.01f * particles[(3 + d) * n + i] * particles[6 * n + i];
}

// Gathers and scatters.
extern "C" __global__ void pick(const float* in, const int* index, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[index[i]] * 2;
}
extern "C" __global__ void pick_pairs(const float2* in, const int* index, float2* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[index[i]];
}
extern "C" __global__ void put(const float* in, const int* index, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[index[i]] = in[i] * 2;
}
// Embedding rows of `width` floats: an element a thread, a row a block, four columns a thread.
extern "C" __global__ void embed_element(const float* table, const int* ids, float* out, int rows, int width) {
  const int i = INDEX;
  if (i >= rows * width) return;
  const int row = i / width, column = i % width;
  out[i] = table[ids[row] * width + column];
}
extern "C" __global__ void embed_block(const float* table, const int* ids, float* out, int rows, int width) {
  const int from = ids[blockIdx.x];
  for (int c = threadIdx.x; c < width; c += blockDim.x) out[blockIdx.x * width + c] = table[from * width + c];
}
extern "C" __global__ void embed_vectors(const float4* table, const int* ids, float4* out, int rows, int width) {
  const int i = INDEX;
  if (i >= rows * (width / 4)) return;
  out[i] = table[ids[i / (width / 4)] * (width / 4) + i % (width / 4)];
}

// Transposes of n x n floats and doubles.
template <typename T, int tile, int pad>
__device__ void turn(const T* in, T* out, int n) {
  __shared__ T part[tile][tile + pad];
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  part[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * tile + threadIdx.y) * n + blockIdx.y * tile + threadIdx.x] = part[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void turn_16(const float* in, float* out, int n) { turn<float, 16, 1>(in, out, n); }
extern "C" __global__ void turn_16_conflicts(const float* in, float* out, int n) { turn<float, 16, 0>(in, out, n); }
extern "C" __global__ void turn_doubles(const double* in, double* out, int n) { turn<double, 16, 1>(in, out, n); }
extern "C" __global__ void turn_reads_apart(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * n + x] = in[x * n + y];
}

// Sums: of columns, of all, largest of all.
extern "C" __global__ void column_sums(const float* in, float* out, int rows, int columns) {
  const int c = INDEX;
  if (c >= columns) return;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[r * columns + c];
  out[c] = sum;
}
extern "C" __global__ void column_sums_tall(const float* in, float* out, int rows, int columns) {
  const int c = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < rows; r += gridDim.y * blockDim.y) sum += in[r * columns + c];
  atomicAdd(&out[c], sum);
}
extern "C" __global__ void dot_product(const float* a, const float* b, float* out, int n) {
  __shared__ float part[32];
  float sum = 0;
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
extern "C" __global__ void largest_each_block(const int* in, int* out, int n) {
  int most = -2147483647;
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) most = max(most, in[i]);
  most = __reduce_max_sync(~0u, most);
  if (threadIdx.x % 32 == 0) atomicMax(out, most);
}
extern "C" __global__ void largest_each_thread(const int* in, int* out, int n) {
  const int i = INDEX;
  if (i < n) atomicMax(out, in[i]);
}

// Prefix sums of every 1024 values: by doubling in shared memory, by shuffles, by one thread.
extern "C" __global__ void scan_shared(const float* in, float* out, int n) {
  __shared__ float a[1024], b[1024];
  const int i = blockIdx.x * 1024 + threadIdx.x;
  float *from = a, *to = b;
  from[threadIdx.x] = in[i];
  __syncthreads();
  for (int s = 1; s < 1024; s *= 2) {
    to[threadIdx.x] = threadIdx.x >= s ? from[threadIdx.x] + from[threadIdx.x - s] : from[threadIdx.x];
    float* const t = from;
    from = to;
    to = t;
    __syncthreads();
  }
  out[i] = from[threadIdx.x];
}
extern "C" __global__ void scan_shuffle(const float* in, float* out, int n) {
  __shared__ float sums[32];
  const int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = in[i];
  for (int s = 1; s < 32; s *= 2) {
    const float other = __shfl_up_sync(~0u, v, s);
    if (lane >= s) v += other;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    float w = sums[lane];
    for (int s = 1; s < 32; s *= 2) {
      const float other = __shfl_up_sync(~0u, w, s);
      if (lane >= s) w += other;
    }
    sums[lane] = w;
  }
  __syncthreads();
  out[i] = v + (warp ? sums[warp - 1] : 0);
}
extern "C" __global__ void scan_thread(const float* in, float* out, int n) {
  const int first = INDEX * 64;
  float sum = 0;
  for (int j = 0; j < 64 && first + j < n; ++j) out[first + j] = sum += in[first + j];
}

// Bytes: upper case one by one and sixteen at once; words counted; a byte looked up in a table.
extern "C" __global__ void upper_bytes(const unsigned char* in, unsigned char* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[i] >= 'a' && in[i] <= 'z' ? in[i] - 32 : in[i];
}
extern "C" __global__ void upper_vectors(const uint4* in, uint4* out, int n) {
  const int i = INDEX;
  if (i >= n / 16) return;
  uint4 v = in[i];
  unsigned* w = reinterpret_cast<unsigned*>(&v);
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const unsigned lower = __vcmpgtu4(w[j], 0x60606060u) & __vcmpltu4(w[j], 0x7b7b7b7bu);
    w[j] -= lower & 0x20202020u;
  }
  out[i] = v;
}
extern "C" __global__ void count_words(const unsigned char* in, int* out, int n) {
  int count = 0;
  for (int i = INDEX; i < n - 1; i += gridDim.x * blockDim.x) count += in[i] <= 32 && in[i + 1] > 32;
  atomicAdd(out, count);
}
extern "C" __global__ void look_up(const unsigned char* in, const int* table, int* out, int n) {
  __shared__ int local[256];
  local[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = local[in[i]];
}
