// Constant, device and shared memory of every sort, and an array of structures.
struct __align__(16) Particle {
  float x, y, z;
  int id;
};

__constant__ float weights[64];
__device__ int counter = 3;
__device__ Particle pool[128];
constexpr int kTile = 32;
const float kScale = 0.5f;
extern __shared__ unsigned char dynamic[];

__global__ void gather(const Particle* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + 1];
  float* extra = reinterpret_cast<float*>(dynamic);
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * kTile + x].x * weights[(x + y) & 63] * kScale;
  extra[y * kTile + x] = pool[x].y;
  __syncthreads();
  if (x == 0 && y == 0) atomicAdd(&counter, 1);
  out[y * kTile + x] = tile[x][y] + extra[x * kTile + y] + n;
}
