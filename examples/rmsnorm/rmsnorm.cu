// Root-mean-square normalisation of bf16 rows, one warp per row, one element at a time.
#include <cuda_bf16.h>

__global__ void rmsnorm(const __nv_bfloat16* in, const __nv_bfloat16* gain, __nv_bfloat16* out, int rows, int cols,
                        float epsilon) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const __nv_bfloat16* from = in + static_cast<size_t>(row) * cols;
  float squares = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 32) {
    const float value = __bfloat162float(from[c]);
    squares += value * value;
  }
  for (int offset = 16; offset > 0; offset /= 2) squares += __shfl_xor_sync(0xffffffffu, squares, offset);
  const float scale = rsqrtf(squares / cols + epsilon);
  for (int c = threadIdx.x; c < cols; c += 32) {
    const float value = __bfloat162float(from[c]) * scale * __bfloat162float(gain[c]);
    out[static_cast<size_t>(row) * cols + c] = __float2bfloat16(value);
  }
}
