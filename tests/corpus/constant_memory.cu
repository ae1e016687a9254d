// Constants read uniformly and by a lane's own index.

__constant__ float coefficients[64];
__constant__ double wide[16];
__constant__ unsigned char bytes[256];
__constant__ int4 quads[32];

__global__ void polynomial(const float* in, float* out, int n, int degree) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int d = degree; d >= 0; --d) sum = sum * in[i] + coefficients[d];
  out[i] = sum;
}

__global__ void look_up(const int* in, double* out) {
  const int i = in[threadIdx.x];
  const int4 q = quads[i & 31];
  out[threadIdx.x] = wide[i & 15] + coefficients[i & 63] + bytes[i & 255] + q.x + q.y + q.z + q.w;
}

struct Big {
  int values[300];
};

__global__ void large_parameter(const __grid_constant__ Big big, int* out, int at) { out[threadIdx.x] = big.values[at] + big.values[threadIdx.x]; }
