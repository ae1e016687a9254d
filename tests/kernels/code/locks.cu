// Threads that wait for one another: locks, tickets, tables and queues shared by all.

__device__ int global_lock;

// Every lane of a warp takes the lock for itself: the one that holds it must get to run.
__global__ void spin_lock(int* counter, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&global_lock, 0, 1) == 0) {
        __threadfence();
        *reinterpret_cast<volatile int*>(counter) = *reinterpret_cast<volatile int*>(counter) + 1;
        __threadfence();
        atomicExch(&global_lock, 0);
        done = true;
      }
    }
  }
}

// Waits in front of the critical section rather than around it.
__global__ void spin_then_enter(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *reinterpret_cast<volatile int*>(counter) = *reinterpret_cast<volatile int*>(counter) + 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Served in the order of arrival, one thread of each block; what they see grows by one each.
__global__ void ticket_lock(unsigned* next, volatile unsigned* serving, volatile int* counter, int* seen) {
  if (threadIdx.x == 0) {
    const unsigned mine = atomicAdd(next, 1u);
    while (*serving != mine) __nanosleep(20);
    const int before = *counter;
    *counter = before + 2;
    seen[mine] = before;
    __threadfence();
    *serving = mine + 1;
  }
}

// Open addressing with compare-and-swap by one block; then every key asks how often it came.
__global__ void hash_count(const unsigned* keys, unsigned* table, unsigned* counts, unsigned* out, int n, unsigned slots) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned slot = keys[i] * 2654435761u % slots;
    while (true) {
      const unsigned held = atomicCAS(&table[slot], 0u, keys[i]);
      if (held == 0u || held == keys[i]) break;
      slot = (slot + 1) % slots;
    }
    atomicAdd(&counts[slot], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned slot = keys[i] * 2654435761u % slots;
    while (__ldcg(&table[slot]) != keys[i]) slot = (slot + 1) % slots;
    out[i] = __ldcg(&counts[slot]);
  }
}

// Looks keys up in a finished table.
__global__ void hash_find(const unsigned* keys, const unsigned* table, const unsigned* counts, unsigned* out, int n, unsigned slots) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned slot = keys[i] * 2654435761u % slots;
  while (table[slot] != 0u && table[slot] != keys[i]) slot = (slot + 1) % slots;
  out[i] = table[slot] == keys[i] ? counts[slot] : 0u;
}

// One block hands values to the next through a flag, along the whole grid.
__global__ void relay(volatile int* flags, volatile int* values, int n) {
  if (threadIdx.x != 0) return;
  const int b = blockIdx.x;
  if (b > 0) {
    while (flags[b - 1] == 0) {
    }
  }
  __threadfence();
  values[b] = b == 0 ? 1 : values[b - 1] * 3 % 1009;
  __threadfence();
  flags[b] = 1;
}

// A lane writes, its neighbour waits for it, within one warp.
__global__ void hand_to_neighbour(volatile int* box, int* out) {
  const int lane = threadIdx.x;
  if (lane > 0) {
    while (box[lane - 1] == 0) {
    }
  }
  box[lane] = lane == 0 ? 1 : box[lane - 1] + lane;
  out[lane] = box[lane];
}

// A frontier becomes the next: each vertex is claimed once.
__global__ void bfs_step(const int* offsets, const int* edges, int* levels, int* found, int vertices, int level) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || levels[v] != level) return;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    if (atomicCAS(&levels[edges[e]], -1, level + 1) == -1) atomicAdd(found, 1);
  }
}

// Work taken from a shared counter until there is none.
__global__ void work_queue(int* next, const int* in, int* out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= n) return;
    const int value = in[mine * 64 + threadIdx.x];
    const int count = __syncthreads_count(value > 0);
    if (threadIdx.x == 0) out[mine] = count;
  }
}

// Readers of a maximum that grows, by compare-and-swap on floats.
__global__ void float_maximum(const float* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned held = *out;
  while (in[i] > __uint_as_float(held)) {
    const unsigned seen = atomicCAS(out, held, __float_as_uint(in[i]));
    if (seen == held) break;
    held = seen;
  }
}
