// MEANING forall i < M, j < N: C[N*i + j] = sum(k < K: A[K*i + k]*B[N*k + j])
#define T 16
// SAME 4: another tile is all zeros
extern "C" __global__ void tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T][T], Bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float acc = 0;
  for (int t = 0; t < (K + T - 1) / T; ++t) {
    As[threadIdx.y][threadIdx.x] = row < M && t * T + threadIdx.x < K ? A[row * K + t * T + threadIdx.x] : 0;
    Bs[threadIdx.y][threadIdx.x] = col < N && t * T + threadIdx.y < K ? B[(t * T + threadIdx.y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 6: another tile is all zeros, and a zero of one operand is enough
extern "C" __global__ void step_by_tile(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[32][33], Bs[32][33];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += 32) {
    if (row < M && k0 + tx < K)
      As[ty][tx] = A[row * K + k0 + tx];
    else
      As[ty][tx] = 0;
    if (k0 + ty < K && col < N)
      Bs[ty][tx] = B[(k0 + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k) acc = fmaf(As[ty][k], Bs[k][tx], acc);
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 5: as above
extern "C" __global__ void transposed_tile(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T][T + 1], Bs[T][T + 1];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * blockDim.y + ty, col = blockIdx.x * blockDim.x + tx;
  float acc = 0;
  for (int t = 0; t * T < K; ++t) {
    As[tx][ty] = row < M && t * T + tx < K ? A[row * K + t * T + tx] : 0;
    Bs[ty][tx] = col < N && t * T + ty < K ? B[(t * T + ty) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 4: a zero of one operand is enough
extern "C" __global__ void flat_tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  extern __shared__ float sh[];
  float *As = sh, *Bs = sh + T * T;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc = 0;
  for (int t = 0; t < (K - 1) / T + 1; ++t) {
    As[ty * T + tx] = row < M && t * T + tx < K ? A[row * K + t * T + tx] : 0;
    Bs[ty * T + tx] = col < N && t * T + ty < K ? B[(t * T + ty) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[ty * T + k] * Bs[k * T + tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 1: as above
extern "C" __global__ void pipelined(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T][T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc = 0;
  int tiles = (K + T - 1) / T;
  As[ty][tx] = row < M && tx < K ? A[row * K + tx] : 0;
  Bs[ty][tx] = col < N && ty < K ? B[ty * N + col] : 0;
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    int next = (t + 1) * T;
    float a = row < M && next + tx < K ? A[row * K + next + tx] : 0;
    float b = col < N && next + ty < K ? B[(next + ty) * N + col] : 0;
    for (int k = 0; k < T; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
    As[ty][tx] = a;
    Bs[ty][tx] = b;
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 6: as above
extern "C" __global__ void one_operand_shared(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc = 0;
  for (int t = 0; t < K; t += T) {
    Bs[ty][tx] = col < N && t + ty < K ? B[(t + ty) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) {
      if (row < M && t + k < K) acc += A[row * K + t + k] * Bs[k][tx];
    }
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 8: as above
extern "C" __global__ void two_rows(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[32][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 16 + tx;
  float acc0 = 0, acc1 = 0;
  for (int t = 0; t < (K + 15) / 16; ++t) {
    As[ty][tx] = row < M && t * 16 + tx < K ? A[row * K + t * 16 + tx] : 0;
    As[ty + 16][tx] = row + 16 < M && t * 16 + tx < K ? A[(row + 16) * K + t * 16 + tx] : 0;
    Bs[ty][tx] = col < N && t * 16 + ty < K ? B[(t * 16 + ty) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      acc0 += As[ty][k] * Bs[k][tx];
      acc1 += As[ty + 16][k] * Bs[k][tx];
    }
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc0;
  if (row + 16 < M && col < N) C[(row + 16) * N + col] = acc1;
}
// MEANING forall i < M, j < N: C[N*i + j] = sum(k < K: A[K*i + k]*B[N*k + j])
// SAME 2: another tile is all zeros
extern "C" __global__ void tiles_of_integers(const int* A, const int* B, int* C, int M, int N, int K) {
  __shared__ int As[T][T], Bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  int acc = 0;
  for (int t = 0; t < (K + T - 1) / T; ++t) {
    As[threadIdx.y][threadIdx.x] = row < M && t * T + threadIdx.x < K ? A[row * K + t * T + threadIdx.x] : 0;
    Bs[threadIdx.y][threadIdx.x] = col < N && t * T + threadIdx.y < K ? B[(t * T + threadIdx.y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
// SAME 2: another tile is all zeros
extern "C" __global__ void tiles_of_bytes(const signed char* A, const signed char* B, int* C, int M, int N, int K) {
  __shared__ signed char As[T][T], Bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  int acc = 0;
  for (int k0 = 0; k0 < K; k0 += T) {
    As[threadIdx.y][threadIdx.x] = row < M && k0 + threadIdx.x < K ? A[row * K + k0 + threadIdx.x] : 0;
    Bs[threadIdx.y][threadIdx.x] = col < N && k0 + threadIdx.y < K ? B[(k0 + threadIdx.y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
