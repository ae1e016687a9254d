// A line of 256 threads has a square of 16 x 16 elements, by the template's instance.
template <int SIDE>
__global__ void outer_sum(const float* a, const float* b, float* c, int m, int n) {
  const int row = blockIdx.x * SIDE + threadIdx.x / SIDE;
  const int column = blockIdx.y * SIDE + threadIdx.x % SIDE;
  if (row < m && column < n) c[row * n + column] = a[row] + b[column];
}
template __global__ void outer_sum<16>(const float*, const float*, float*, int, int);
