// Carves arrays out of one buffer: the doubles start behind an odd number of ints.
extern __shared__ char buffer[];

extern "C" __global__ void buggy(float* out, const float* in, int) {
  int* counts = reinterpret_cast<int*>(buffer);
  double* sums = reinterpret_cast<double*>(buffer + 33 * sizeof(int));
  counts[threadIdx.x] = 1;
  sums[threadIdx.x] = in[threadIdx.x];  // BUG misaligned
  out[threadIdx.x] = counts[threadIdx.x];
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  int* counts = reinterpret_cast<int*>(buffer);
  double* sums = reinterpret_cast<double*>(buffer + 34 * sizeof(int));
  counts[threadIdx.x] = 1;
  sums[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = counts[threadIdx.x];
}
// launch grid=1 block=32 shared=512
