// Planted: 270 blocks of 1024 threads, one to an SM: two full waves of 132 and a third one of six blocks.
// It rules because all blocks take equally long, so a third of the time belongs to six of them.
// Mended: blocks of 128 threads, whose last wave is short.
template <int Streams>
struct Mixer {
  unsigned state[Streams];
  __device__ explicit Mixer(unsigned seed) {
#pragma unroll
    for (int i = 0; i < Streams; ++i) state[i] = seed ^ (0x9e3779b9u * (i + 1));
  }
  __device__ void round() {
#pragma unroll
    for (int i = 0; i < Streams; ++i) {
      state[i] ^= state[i] << 13;
      state[i] ^= state[i] >> 17;
      state[i] ^= state[i] << 5;
    }
  }
  __device__ unsigned digest() const {
    unsigned all = 0;
#pragma unroll
    for (int i = 0; i < Streams; ++i) all = all * 31 + state[i];
    return all;
  }
};

__global__ void __launch_bounds__(1024, 1)
    mix(const unsigned* __restrict__ seeds, unsigned* __restrict__ digests, int rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  Mixer<28> mixer(seeds[thread]);
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) mixer.round();
  digests[thread] = mixer.digest();
}
