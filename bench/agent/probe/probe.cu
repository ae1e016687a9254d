// Looks keys up in a hash table with open addressing: 0 marks an empty slot, a search ends after `longest` slots. Each thread
// has a stretch of queries.
__global__ void probe(const unsigned* keys, const int* values, const unsigned* queries, int* found, int slots, int n,
                      int per_thread, int longest) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  for (int i = begin; i < begin + per_thread && i < n; ++i) {
    unsigned key = queries[i];
    unsigned slot = (key * 2654435761u) % (unsigned)slots;
    int result = -1;
    for (int step = 0; step < longest; ++step) {
      unsigned held = keys[slot];
      if (held == 0u) break;
      if (held == key) {
        result = values[slot];
        break;
      }
      slot = (slot + 1) % (unsigned)slots;
    }
    found[i] = result;
  }
}
