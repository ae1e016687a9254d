// Seven-point Laplacian in space, one point per thread, all seven values from global memory; the border stays zero.

__global__ void stencil(const float* in, float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= nx || y >= ny) return;
  const size_t plane = static_cast<size_t>(nx) * ny;
  const size_t i = z * plane + static_cast<size_t>(y) * nx + x;
  const bool border = x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1;
  out[i] = border ? 0.0f
                  : in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane] - 6.0f * in[i];
}
