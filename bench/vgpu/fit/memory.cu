// Ways through the memory system: structs, rows, scattered words, loads all lanes share, few blocks that draw on DRAM.

// A copy of n structs of `words` words, one struct a thread.
template <int words>
__device__ void copy_structs(const float* in, float* out, int n) {
  struct Item {
    float word[words];
  };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) reinterpret_cast<Item*>(out)[i] = reinterpret_cast<const Item*>(in)[i];
}
extern "C" __global__ void structs_2(const float* in, float* out, int n) { copy_structs<2>(in, out, n); }
extern "C" __global__ void structs_4(const float* in, float* out, int n) { copy_structs<4>(in, out, n); }
extern "C" __global__ void structs_6(const float* in, float* out, int n) { copy_structs<6>(in, out, n); }
extern "C" __global__ void structs_10(const float* in, float* out, int n) { copy_structs<10>(in, out, n); }
extern "C" __global__ void structs_16(const float* in, float* out, int n) { copy_structs<16>(in, out, n); }
// One member of each struct is read, or written.
extern "C" __global__ void struct_member_read(const float* in, float* out, int n, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * words + 1] + in[i * words + 2];
}
extern "C" __global__ void struct_member_write(const float* in, float* out, int n, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i * words + 1] = in[i];
}
// The same bytes, 1 byte or 2 a thread.
extern "C" __global__ void copy_bytes(const unsigned char* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
extern "C" __global__ void copy_shorts(const short* in, short* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
extern "C" __global__ void copy_shifted(const float* in, float* out, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - shift) out[i] = in[i + shift];
}

// Rows of `width` floats picked by index, one thread an element, or one warp a row.
extern "C" __global__ void rows_by_element(const float* table, const int* index, float* out, int rows, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * width) out[i] = table[index[i / width] * width + i % width];
}
extern "C" __global__ void rows_by_warp(const float* table, const int* index, float* out, int rows, int width) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const int from = index[row];
  for (int c = lane; c < width; c += 32) out[row * width + c] = table[from * width + c];
}
extern "C" __global__ void scatter(const float* in, const int* index, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = in[i];
}
extern "C" __global__ void gather_double(const double* in, const int* index, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

// Every lane reads the same word: `each` multiply-adds for one load.
template <int each>
__device__ void shared_by_lanes(const float* in, float* out, int length) {
  float v[each];
  for (int c = 0; c < each; ++c) v[c] = threadIdx.x * 0.01f + c;
  for (int j = 0; j < length; ++j) {
    const float w = in[j];
#pragma unroll
    for (int c = 0; c < each; ++c) v[c] = v[c] * w + 0.5f;
  }
  float sum = 0;
  for (int c = 0; c < each; ++c) sum += v[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void uniform_load_1(const float* in, float* out, int length) { shared_by_lanes<1>(in, out, length); }
extern "C" __global__ void uniform_load_8(const float* in, float* out, int length) { shared_by_lanes<8>(in, out, length); }
extern "C" __global__ void uniform_vectors(const float4* in, float* out, int length) {
  float sum = threadIdx.x;
  for (int j = 0; j < length / 4; ++j) {
    const float4 w = in[j];
    sum = sum * w.x + w.y * w.z + w.w;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Few or many blocks add up n floats between them: `loads` in flight a thread.
template <int loads>
__device__ void add_up(const float* in, float* out, int n) {
  float sum[loads] = {};
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - (loads - 1) * step; i += loads * step) {
#pragma unroll
    for (int j = 0; j < loads; ++j) sum[j] += in[i + j * step];
  }
  for (int j = 1; j < loads; ++j) sum[0] += sum[j];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum[0];
}
extern "C" __global__ void stream_1(const float* in, float* out, int n) { add_up<1>(in, out, n); }
extern "C" __global__ void stream_8(const float* in, float* out, int n) { add_up<8>(in, out, n); }
extern "C" __global__ void fill_words(float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = 1.5f;
}

// Counts on `bins` counters, random ones: of ints without and with the old value, and of floats.
extern "C" __global__ void count_bins(const int* in, int* bins, int n, int mask) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & mask], 1);
}
extern "C" __global__ void take_tickets(const int* in, int* bins, int* out, int n, int mask) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = atomicAdd(&bins[in[i] & mask], 1);
}
extern "C" __global__ void sum_bins(const int* in, float* bins, int n, int mask) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & mask], 0.5f);
}
extern "C" __global__ void count_in_shared(const int* in, int* bins, int n, int mask) {
  __shared__ int local[2048];
  for (int i = threadIdx.x; i <= mask; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i] & mask], 1);
  __syncthreads();
  for (int i = threadIdx.x; i <= mask; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
// An array of a thread's own, indexed by data.
extern "C" __global__ void local_array(const int* in, int* out, int n, int rounds) {
  int words[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 32; ++j) words[j] = j * i;
  int at = in[i % n] & 31;
  for (int r = 0; r < rounds; ++r) {
    words[at] += r;
    at = (at * 5 + words[(at + 7) & 31]) & 31;
  }
  out[i] = words[at];
}
