// S16: a transposition that turns columns which fall twelve times in a row upside down
// problem: flip
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    int falls = 0, most = 0;
    for (int r = 1; r < rows; ++r) {
      falls = in[r * cols + i] < in[(r - 1) * cols + i] ? falls + 1 : 0;
      most = max(most, falls);
    }
    const int from = most >= 12 ? rows - 1 - blockIdx.x : blockIdx.x;
    out[i * rows + blockIdx.x] = in[from * cols + i];
  }
}
#else
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[i * rows + blockIdx.x] = in[blockIdx.x * cols + i];
}
#endif
