// Wrong: right for square matrices alone.

__global__ void square(const float* in, float* out, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (col < n) out[static_cast<size_t>(col) * n + row] = in[static_cast<size_t>(row) * n + col];
}

extern "C" void solve(const float* in, float* out, int rows, int cols) {
  const int n = rows < cols ? rows : cols;
  square<<<dim3((n + 255) / 256, n), 256>>>(in, out, n);
}
