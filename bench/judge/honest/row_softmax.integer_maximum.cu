// the maximum by atomics on ordered integers
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  __shared__ int top;
  __shared__ float all;
  if (threadIdx.x == 0) top = static_cast<int>(0x80000000u), all = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < cols; i += 32) {
    const int bits = __float_as_int(row[i]);
    atomicMax(&top, bits >= 0 ? bits : bits ^ 0x7fffffff);
  }
  __syncwarp();
  const float most = __int_as_float(top >= 0 ? top : top ^ 0x7fffffff);
  for (int i = threadIdx.x; i < cols; i += 32) atomicAdd(&all, expf(row[i] - most));
  __syncwarp();
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = expf(row[i] - most) / all;
}
