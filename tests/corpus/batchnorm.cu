// Batch statistics by Welford's method, merged across a warp, then applied.

struct Moments {
  float mean, squares;
  int count;
};

__device__ Moments merge(Moments a, Moments b) {
  const int count = a.count + b.count;
  if (count == 0) return a;
  const float delta = b.mean - a.mean, share = static_cast<float>(b.count) / count;
  return {a.mean + delta * share, a.squares + b.squares + delta * delta * a.count * share, count};
}

__global__ void batchnorm(const float* in, float* out, const float* gain, const float* bias, int batch, int inner, float epsilon) {
  const int channel = blockIdx.x;
  Moments m = {0.0f, 0.0f, 0};
  for (int i = threadIdx.x; i < batch * inner; i += 32) {
    const float value = in[(i / inner * gridDim.x + channel) * inner + i % inner];
    const float delta = value - m.mean;
    m.count += 1;
    m.mean += delta / m.count;
    m.squares += delta * (value - m.mean);
  }
  for (int offset = 16; offset > 0; offset >>= 1) {
    m = merge(m, {__shfl_xor_sync(0xffffffffu, m.mean, offset), __shfl_xor_sync(0xffffffffu, m.squares, offset),
                  __shfl_xor_sync(0xffffffffu, m.count, offset)});
  }
  const float scale = gain[channel] / sqrtf(m.squares / m.count + epsilon);
  for (int i = threadIdx.x; i < batch * inner; i += 32) {
    const int at = (i / inner * gridDim.x + channel) * inner + i % inner;
    out[at] = (in[at] - m.mean) * scale + bias[channel];
  }
}
