// Nothing is left of a line that is shorter than its window.
__global__ void windowed(const float* line, const float* window, float* out, int length, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = length - width + 1;
  if (i >= left) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += line[i + k] * window[k];
  out[i] = sum;
}
