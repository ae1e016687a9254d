// A greatest value that begins with a number: windows at an edge may hold nothing else.
// MEANING forall i < rows, j < outputs: y[outputs*i + j] = max(-1.00000003e+32, max(k < size: stride*j + k < padding or length + padding <= stride*j + k ? -inf : x[length*i + stride*j + k - padding]))
extern "C" __global__ void padded_windows(const float* x, float* y, int rows, int length, int outputs, int size,
                                          int stride, int padding) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= outputs || i >= rows) return;
  float greatest = -1e32f;
  for (int k = 0; k < size; ++k) {
    int at = j * stride - padding + k;
    if (at >= 0 && at < length) greatest = fmaxf(greatest, x[i * length + at]);
  }
  y[i * outputs + j] = greatest;
}
