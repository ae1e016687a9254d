// Copies at every width a lane can move.

template <typename T>
__device__ void copy_elements(const T* in, T* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

__global__ void copy_u8(const unsigned char* in, unsigned char* out, int n) { copy_elements(in, out, n); }
__global__ void copy_s8_to_int(const signed char* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void copy_u16(const unsigned short* in, unsigned short* out, int n) { copy_elements(in, out, n); }
__global__ void copy_s16_to_int(const short* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void copy_32(const int* in, int* out, int n) { copy_elements(in, out, n); }
__global__ void copy_64(const long long* in, long long* out, int n) { copy_elements(in, out, n); }
__global__ void copy_128(const int4* in, int4* out, int n) { copy_elements(in, out, n); }

__global__ void stage_through_shared(const unsigned char* in, unsigned char* out, int n) {
  __shared__ unsigned char bytes[256];
  __shared__ short shorts[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  bytes[threadIdx.x] = i < n ? in[i] : 0;
  shorts[threadIdx.x] = static_cast<short>(i);
  __syncthreads();
  if (i < n) out[i] = bytes[255 - threadIdx.x] + shorts[threadIdx.x ^ 1];
}
