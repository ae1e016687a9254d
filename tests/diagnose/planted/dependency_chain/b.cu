// Planted: a generator of random numbers is stepped many times per thread: every step needs the state before.
// It rules because there is one warp per scheduler and no second stream in a thread to fill the multiplier's latency.
// Mended: each thread steps several streams that jump ahead (a^8), or many more threads have a shorter stream each.
template <typename Word>
class Congruential {
 public:
  __device__ explicit Congruential(Word seed) : state_(seed) {}
  __device__ Word step() { return state_ = state_ * Word(1664525) + Word(1013904223); }

 private:
  Word state_;
};

template <typename Word, typename Visit>
__device__ void draw(Word seed, int count, Visit visit) {
  Congruential<Word> source(seed);
#pragma unroll 8
  for (int i = 0; i < count; ++i) visit(source.step());
}

__global__ void collisions(const unsigned* __restrict__ seeds, unsigned* __restrict__ marks, int steps) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mark = 0;
  draw(seeds[thread], steps, [&](unsigned drawn) { mark = (mark ^ drawn) * 2654435761u; });
  marks[thread] = mark;
}
