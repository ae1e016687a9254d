// Recommender: the 24 best of the scores of each user, by insertion into a private sorted list.
//
// Wrong:  the list is indexed by a position that is known only at run time, so it lies in local memory.
// Rules:  each insertion shifts entries through loads and stores of local memory.
// Mend:   unrolled compare-and-exchange along the whole list keeps it in registers, or a warp keeps one list over its lanes.

#define TOP 24

__global__ void best_scores(const float* __restrict__ scores, float* __restrict__ best, int items, int users) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= users) return;
  float list[TOP];
  int have = 0;
  for (int i = 0; i < items; ++i) {
    float s = scores[(size_t)i * users + u];
    if (have == TOP && s <= list[TOP - 1]) continue;
    int p = have < TOP ? have++ : TOP - 1;
    while (p > 0 && list[p - 1] < s) {
      list[p] = list[p - 1];
      --p;
    }
    list[p] = s;
  }
  for (int k = 0; k < have; ++k) best[(size_t)k * users + u] = list[k];
}
