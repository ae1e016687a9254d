// Five points in the plane; seven in space, walking planes with registers.

__global__ void heat_2d(const float* in, float* out, int width, int height, float k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int i = y * width + x;
  out[i] = in[i] + k * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4.0f * in[i]);
}

__global__ void __launch_bounds__(256) laplace_3d(const double* in, double* out, int nx, int ny, int nz) {
  __shared__ double plane[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const long stride = static_cast<long>(nx) * ny;
  long i = static_cast<long>(y) * nx + x;
  double below = 0.0, here = in[i], above = in[i + stride];
  for (int z = 1; z < nz - 1; ++z) {
    i += stride;
    below = here;
    here = above;
    above = in[i + stride];
    __syncthreads();
    plane[threadIdx.y + 1][threadIdx.x + 1] = here;
    __syncthreads();
    out[i] = below + above + plane[threadIdx.y][threadIdx.x + 1] + plane[threadIdx.y + 2][threadIdx.x + 1] +
             plane[threadIdx.y + 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x + 2] - 6.0 * here;
  }
}
