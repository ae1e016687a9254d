// Pairs of a value and an index that threads compare, in shared memory and between lanes: of equal values the least index
// counts, so that the order in which threads compare does not.
// MEANING forall i < gridDim.x: out[i] = argmax(k < cols: x[cols*i + k])
extern "C" __global__ void tree_arrays(const float* x, int* out, int rows, int cols) {
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
    if (t < s) {
      if (sv[t + s] > sv[t] || (sv[t + s] == sv[t] && si[t + s] < si[t])) {
        sv[t] = sv[t + s];
        si[t] = si[t + s];
      }
    }
    __syncthreads();
  }
  if (t == 0) out[r] = si[0];
}
extern "C" __global__ void warp_pairs(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x, t = threadIdx.x;
  float best = -INFINITY;
  int at = 0;
  for (int j = t; j < cols; j += 32) {
    float v = x[r * cols + j];
    if (v > best) { best = v; at = j; }
  }
  for (int o = 16; o > 0; o >>= 1) {
    float ov = __shfl_down_sync(0xffffffffu, best, o);
    int oi = __shfl_down_sync(0xffffffffu, at, o);
    if (ov > best || (ov == best && oi < at)) { best = ov; at = oi; }
  }
  if (t == 0) out[r] = at;
}
// MEANING forall i < rows: out[i] = argmax(k < cols: x[cols*i + k])
extern "C" __global__ void warp_pairs_by_choices(const float* x, int* out, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float best = -1e30f;
  int at = 0;
  for (int j = lane; j < cols; j += 32) {
    const float v = x[row * cols + j];
    at = v > best ? j : at;
    best = fmaxf(v, best);
  }
  for (int o = 16; o > 0; o /= 2) {
    const float ov = __shfl_xor_sync(0xffffffffu, best, o);
    const int oi = __shfl_xor_sync(0xffffffffu, at, o);
    const bool takes = ov > best || (ov == best && oi < at);
    at = takes ? oi : at;
    best = takes ? ov : best;
  }
  if (lane == 0) out[row] = at;
}
// MEANING forall i < gridDim.x: out[i] = argmax(k < cols: x[cols*i + k]); forall i < gridDim.x: top[i] = max(k < cols: x[cols*i + k])
extern "C" __global__ void block_pairs(const float* x, int* out, float* top, int rows, int cols) {
  __shared__ float sv[32];
  __shared__ int si[32];
  int r = blockIdx.x, t = threadIdx.x;
  float best = -3.402823466e+38f;
  int at = -1;
  for (int j = t; j < cols; j += blockDim.x) {
    float v = x[r * cols + j];
    if (v > best) { best = v; at = j; }
  }
  for (int o = 16; o > 0; o >>= 1) {
    float ov = __shfl_xor_sync(0xffffffffu, best, o);
    int oi = __shfl_xor_sync(0xffffffffu, at, o);
    if (ov > best || (ov == best && oi < at)) { best = ov; at = oi; }
  }
  if (t % 32 == 0) { sv[t / 32] = best; si[t / 32] = at; }
  __syncthreads();
  if (t < 32) {
    best = t < blockDim.x / 32 ? sv[t] : -3.402823466e+38f;
    at = t < blockDim.x / 32 ? si[t] : -1;
    for (int o = 16; o > 0; o >>= 1) {
      float ov = __shfl_xor_sync(0xffffffffu, best, o);
      int oi = __shfl_xor_sync(0xffffffffu, at, o);
      if (ov > best || (ov == best && oi < at)) { best = ov; at = oi; }
    }
    if (t == 0) { out[r] = at; top[r] = best; }
  }
}
// MEANING forall i < gridDim.x: out[i] = argmin(k < cols: x[cols*i + k])
struct Pair { float v; int i; };
extern "C" __global__ void tree_structs(const float* x, int* out, int rows, int cols) {
  __shared__ Pair s[128];
  int r = blockIdx.x, t = threadIdx.x;
  Pair p{INFINITY, 0};
  for (int j = t; j < cols; j += blockDim.x) {
    float v = x[r * cols + j];
    if (v < p.v) { p.v = v; p.i = j; }
  }
  s[t] = p;
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (t < k) {
      Pair a = s[t], b = s[t + k];
      if (b.v < a.v || (b.v == a.v && b.i < a.i)) s[t] = b;
    }
    __syncthreads();
  }
  if (t == 0) out[r] = s[0].i;
}
extern "C" __global__ void tree_of_integers(const int* x, int* out, int rows, int cols) {
  __shared__ int best[128], at[128];
  const int row = blockIdx.x, t = threadIdx.x;
  int least = 2147483647, place = 0;
  for (int j = t; j < cols; j += blockDim.x) {
    if (x[row * cols + j] < least) least = x[row * cols + j], place = j;
  }
  best[t] = least, at[t] = place;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s && (best[t + s] < best[t] || (best[t + s] == best[t] && at[t + s] < at[t]))) {
      best[t] = best[t + s];
      at[t] = at[t + s];
    }
    __syncthreads();
  }
  if (t == 0) out[row] = at[0];
}
// Each lane takes the last of its equal values, and between lanes the least index counts: neither the first nor the last.
// REFUSES pairs of a value and an index are compared whose parts make no range
extern "C" __global__ void last_of_a_lane(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x, t = threadIdx.x;
  float best = -INFINITY;
  int at = 0;
  for (int j = t; j < cols; j += 32) {
    float v = x[r * cols + j];
    if (v >= best) { best = v; at = j; }
  }
  for (int o = 16; o > 0; o >>= 1) {
    float ov = __shfl_xor_sync(0xffffffffu, best, o);
    int oi = __shfl_xor_sync(0xffffffffu, at, o);
    if (ov > best || (ov == best && oi < at)) { best = ov; at = oi; }
  }
  if (t == 0) out[r] = at;
}
