/* whet
[[launch]]
entry = "probe"
grid = ["ceil_div(n, 256)"]
block = [256]
*/
// A thread a query: 64 times the threads, and neighbouring lanes read neighbouring queries. The step to the next slot is a
// comparison in place of a division.
__global__ void probe(const unsigned* __restrict__ keys, const int* __restrict__ values, const unsigned* __restrict__ queries,
                      int* __restrict__ found, int slots, int n, int per_thread, int longest) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  const unsigned key = queries[i];
  unsigned slot = (key * 2654435761u) % (unsigned)slots;
  int result = -1;
#pragma unroll 1
  for (int step = 0; step < longest; ++step) {
    const unsigned held = keys[slot];
    if (held == 0u) break;
    if (held == key) {
      result = values[slot];
      break;
    }
    if (++slot == (unsigned)slots) slot = 0;
  }
  found[i] = result;
}
