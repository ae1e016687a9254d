// The kernel of a.cu with 20 of the 160 running values per thread: eight warps share what one warp did, and each
// follows the links for its own part.
#define STATES 20
#define GROUP 10

__global__ void __launch_bounds__(128)
    follow(const int* next, const float* pages, float* out, int page_count, int rounds) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  int page = warp % page_count;
  float state[STATES];
#pragma unroll
  for (int i = 0; i < STATES; ++i) state[i] = i;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int first = 0; first < STATES; first += GROUP) {
      float value = pages[page * 32 + lane];
      page = next[page];
#pragma unroll
      for (int i = 0; i < GROUP; ++i) state[first + i] = state[first + i] * value + (float)i;
    }
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < STATES; ++i) sum = sum * 0.5f + state[i];
  out[warp * 32 + lane] = sum;
}
