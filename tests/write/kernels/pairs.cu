// Naive pairwise kernels: a thread per element, a block per element, tiles in shared memory, grid-stride loops.

// SCHEDULES pairwise
// SIZES n=1 | n=67 | n=300
// TOLERANCE 1e-4
// OFFSET 4
// VARIANTS 20
__global__ void n_body(const float4* p, float4* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float ax = 0, ay = 0, az = 0;
  float4 me = p[i];
  for (int j = 0; j < n; ++j) {
    float4 q = p[j];
    float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
    float f = q.w * r * r * r;
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  a[i] = make_float4(ax, ay, az, 0);
}

// VARIANTS 1
__global__ void n_body_of_arrays(const float* x, const float* y, const float* z, const float* m, float* ax, float* ay,
                                 float* az, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; ++j) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      float f = m[j] * r * r * r;
      sx += f * dx;
      sy += f * dy;
      sz += f * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
  }
}

__global__ void n_body_tiled(const float4* p, float3* a, int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? p[i] : make_float4(0, 0, 0, 0);
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 256) {
    tile[threadIdx.x] = t + threadIdx.x < n ? p[t + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      float4 q = tile[j];
      float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      float f = q.w * r * r * r;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  if (i < n) a[i] = make_float3(ax, ay, az);
}

// OFFSET 2
// SIZES n=1,m=1 | n=67,m=300 | n=300,m=5
__global__ void nearest(const float* a, const float* b, float* out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 1e30f;
  for (int j = 0; j < m; ++j) {
    float dx = a[2 * i] - b[2 * j], dy = a[2 * i + 1] - b[2 * j + 1];
    best = fminf(best, dx * dx + dy * dy);
  }
  out[i] = best;
}

__global__ void nearest_by_block(const float2* a, const float2* b, float* out, int n, int m) {
  __shared__ float part[256];
  int i = blockIdx.x;
  if (i >= n) return;
  float best = 1e30f;
  for (int j = threadIdx.x; j < m; j += 256) {
    float dx = a[i].x - b[j].x, dy = a[i].y - b[j].y;
    best = fminf(best, dx * dx + dy * dy);
  }
  part[threadIdx.x] = best;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] = fminf(part[threadIdx.x], part[threadIdx.x + s]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[i] = part[0];
}

__global__ void place_of_nearest(const float* a, const float* b, int* out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 1e30f;
  int at = 0;
  for (int j = 0; j < m; ++j) {
    float d = fabsf(a[i] - b[j]);
    if (d < best) best = d, at = j;
  }
  out[i] = at;
}

__global__ void sum_of_gaussians(const float* x, const float* c, const float* w, float* y, int n, int m, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int j = 0; j < m; ++j) {
    float d = (x[i] - c[j]) * h;
    s += w[j] * expf(-0.5f * d * d);
  }
  y[i] = s;
}

__global__ void sum_of_powers(const float* x, const float* c, float* y, int n, int m, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int j = 0; j < m; ++j) s += expf(c[j]) * expf((x[i] - c[j]) * h);
  y[i] = s;
}

__global__ void sum_of_gaussians_by_block(const float* x, const float* c, const float* w, float* y, int n, int m,
                                          float h) {
  __shared__ float part[256];
  int i = blockIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int j = threadIdx.x; j < m; j += 256) {
    float d = (x[i] - c[j]) * h;
    s += w[j] * expf(-0.5f * d * d);
  }
  part[threadIdx.x] = s;
  __syncthreads();
  for (int t = 128; t > 0; t /= 2) {
    if (threadIdx.x < t) part[threadIdx.x] += part[threadIdx.x + t];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[i] = part[0];
}

__global__ void sum_of_gaussians_stride(const double* x, const double* c, const double* w, double* y, int n, int m,
                                        double h) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double s = 0;
    for (int j = 0; j < m; ++j) {
      double d = (x[i] - c[j]) * h;
      s += w[j] * exp(-0.5 * d * d);
    }
    y[i] = s;
  }
}
