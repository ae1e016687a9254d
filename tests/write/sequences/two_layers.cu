// KERNELS multiply,activate,multiply_again
// SIZES rows=5,in=7,hidden=11,outs=9 | rows=1,in=1,hidden=1,outs=8 | rows=33,in=17,hidden=40,outs=67
// SCHEDULES chain chain_apart
// LAUNCHES 2
__global__ void multiply(const float* x, const float* w1, float* t, int rows, int in, int hidden) {
  int h = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || h >= hidden) return;
  float total = 0;
  for (int k = 0; k < in; ++k) total += x[i * in + k] * w1[k * hidden + h];
  t[i * hidden + h] = total;
}
__global__ void activate(float* t, const float* b1, int rows, int hidden) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= rows * hidden) return;
  float value = t[e] + b1[e % hidden];
  t[e] = value > 0 ? value : 0;
}
__global__ void multiply_again(const float* t, const float* w2, const float* b2, float* out, int rows, int hidden,
                               int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float total = 0;
  for (int h = 0; h < hidden; ++h) total += t[i * hidden + h] * w2[h * outs + j];
  out[i * outs + j] = total + b2[j];
}
