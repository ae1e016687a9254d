// MEANING forall i < rows: out[i] = argmax(k < cols: x[cols*i + k])
extern "C" __global__ void plain(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = -INFINITY;
  int at = 0;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] > best) {
      best = x[r * cols + j];
      at = j;
    }
  }
  out[r] = at;
}
extern "C" __global__ void from_first(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = x[r * cols];
  int at = 0;
  for (int j = 1; j < cols; ++j) {
    if (best < x[r * cols + j]) {
      at = j;
      best = x[r * cols + j];
    }
  }
  out[r] = at;
}
extern "C" __global__ void with_choices(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = -1e38f;
  int at = -1;
  for (int j = 0; j < cols; ++j) {
    float v = x[r * cols + j];
    at = v > best ? j : at;
    best = v > best ? v : best;
  }
  out[r] = at;
}
// MEANING forall i < rows: out[i] = argmin(k < cols: x[cols*i + k])
extern "C" __global__ void least(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = INFINITY;
  int at = 0;
  for (int j = 0; j < cols; ++j) {
    float v = x[r * cols + j];
    if (v < best) best = v, at = j;
  }
  out[r] = at;
}
// MEANING forall i < rows: out[i] = cols - argmax(k < cols: x[cols*i + cols - k - 1]) - 1
extern "C" __global__ void last_greatest(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = -INFINITY;
  int at = 0;
  for (int j = 0; j < cols; ++j) {
    float v = x[r * cols + j];
    if (v >= best) best = v, at = j;
  }
  out[r] = at;
}
// MEANING forall i < rows: out[i] = argmax(k < cols: x[cols*i + k])
extern "C" __global__ void index_alone(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int best = 0;
  for (int j = 1; j < cols; ++j) {
    if (x[r * cols + j] > x[r * cols + best]) best = j;
  }
  out[r] = best;
}
// MEANING forall i < rows: out[i] = 0 < max(k < cols: x[cols*i + k]) ? argmax(k < cols: x[cols*i + k]) : -1
extern "C" __global__ void greatest_above_zero(const float* x, int* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float most = 0;
  int best = -1;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] > most) most = x[r * cols + j], best = j;
  }
  out[r] = best;
}
