// Kernels whose least time on a GPU is known by reason: so many steps that depend on one another, each of so many
// cycles at the least. least.py has the steps and cycles; a model that gives less could be cheated with them.
//
// Each takes (int* data, unsigned* flags, int n). `flags` is zero at the start, data[i] is (i * 40505 + 1) % n: a chain.
#define KERNEL extern "C" __global__ void
typedef unsigned long long u64;

KERNEL prepare(int* data, unsigned* flags, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = (int)(((u64)i * 40505 + 1) % (u64)n);
  if (i < 65536) flags[i] = 0;
}

__device__ __noinline__ unsigned look(const unsigned* p) { return *(const volatile unsigned*)p; }
__device__ __forceinline__ unsigned acquire(const unsigned* p) {
  unsigned x;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
  return x;
}

// How block i looks for what block i-1 passes it, and how it does that: -D HOW=n.
#ifndef HOW
#define HOW 0
#endif
#define AGAIN asm volatile("" ::: "memory")
#define PUT(q, x) *(volatile unsigned*)(q) = (x)
#if HOW == 0
#define LOOK(p) *(const volatile unsigned*)(p)
#define PASS(q, x) PUT(q, x)
#elif HOW == 1
#define LOOK(p) __ldcg(p)
#define PASS(q, x) __stcg(q, x)
#elif HOW == 2
#define LOOK(p) __ldcv(p)
#define PASS(q, x) PUT(q, x)
#elif HOW == 3
#define LOOK(p) *(p)
#define PASS(q, x) *(q) = (x)
#elif HOW == 4
#define LOOK(p) atomicAdd((unsigned*)(p), 0)
#define PASS(q, x) atomicExch(q, x)
#elif HOW == 5
#define LOOK(p) atomicMax((unsigned*)(p), 0)
#define PASS(q, x) atomicMax(q, x)
#elif HOW == 6
#define LOOK(p) atomicCAS((unsigned*)(p), 0, 0)
#define PASS(q, x) atomicAdd(q, x)
#elif HOW == 7
#define LOOK(p) acquire(p)
#define PASS(q, x) __threadfence(); *(q) = (x)
#elif HOW == 8
#define LOOK(p) look(p)
#define PASS(q, x) PUT(q, x)
#else
#undef AGAIN
#define AGAIN __nanosleep(200)
#define LOOK(p) *(const volatile unsigned*)(p)
#define PASS(q, x) PUT(q, x)
#endif
KERNEL chain(int* data, unsigned* flags, int n) {
  __shared__ unsigned before;
  if (threadIdx.x == 0) {
    unsigned x = 1;
    const unsigned* p = flags + 8 * blockIdx.x - 8;
    if (blockIdx.x > 0)
      while (!(x = LOOK(p))) AGAIN;
    unsigned* q = flags + 8 * blockIdx.x;
    PASS(q, x + 1);
    before = x;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += before;
}

// Before it passes the sum on, each looks up so much, one after another.
KERNEL chain_of_chases(int* data, unsigned* flags, int n) {
  if (threadIdx.x != 0) return;
  const volatile unsigned* p = flags + 8 * blockIdx.x - 8;
  unsigned x = 1;
  if (blockIdx.x > 0) while (!(x = *p)) {}
  int at = (x * 97) % n;
  for (int i = 0; i < 20; ++i) at = data[at];
  *(volatile unsigned*)(flags + 8 * blockIdx.x) = at % 1000 + 1;
}

KERNEL lock_cas(int* data, unsigned* flags, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(flags, 0, 1) != 0) {}
    __threadfence();
    *(volatile int*)data += 1;
    __threadfence();
    atomicExch(flags, 0);
  }
}
KERNEL lock_exch(int* data, unsigned* flags, int n) {
  if (threadIdx.x == 0) {
    while (atomicExch(flags, 1) != 0) {}
    *(volatile int*)data += 1;
    __threadfence();
    *(volatile unsigned*)flags = 0;
  }
}
KERNEL lock_ticket(int* data, unsigned* flags, int n) {
  if (threadIdx.x == 0) {
    const unsigned mine = atomicAdd(flags, 1);
    while (*(volatile unsigned*)(flags + 32) != mine) {}
    *(volatile int*)data += 1;
    __threadfence();
    *(volatile unsigned*)(flags + 32) = mine + 1;
  }
}
// Every thread of a warp takes the lock in turn.
KERNEL lock_of_lanes(int* data, unsigned* flags, int n) {
  for (bool done = false; !done;) {
    if (atomicCAS(flags, 0, 1) == 0) {
      *(volatile int*)data += 1;
      __threadfence();
      atomicExch(flags, 0);
      done = true;
    }
  }
}

KERNEL grid_barriers(int* data, unsigned* flags, int n) {
  for (unsigned round = 1; round <= 200; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(flags, 1);
      while (*(volatile unsigned*)flags < round * gridDim.x) {}
    }
    __syncthreads();
  }
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
KERNEL ping_pong(int* data, unsigned* flags, int n) {
  volatile unsigned* f = flags;
  if (threadIdx.x == 0) {
    for (unsigned i = blockIdx.x; i < 1000; i += 2) {
      while (*f != i) {}
      *f = i + 1;
    }
    data[blockIdx.x] = 1;
  }
}
// A chain within a block: each warp waits for the one before it, through global memory.
KERNEL chain_of_warps(int* data, unsigned* flags, int n) {
  volatile unsigned* f = flags + 4096 * blockIdx.x;
  const unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    for (unsigned i = 0; i < 20; ++i) {
      while (*f != i * 32 + warp) {}
      *f = i * 32 + warp + 1;
    }
  }
  data[threadIdx.x] = 1;
}
KERNEL chain_of_warps_shared(int* data, unsigned* flags, int n) {
  __shared__ volatile unsigned f;
  if (threadIdx.x == 0) f = 0;
  __syncthreads();
  const unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    for (unsigned i = 0; i < 100; ++i) {
      while (f != i * 32 + warp) {}
      f = i * 32 + warp + 1;
    }
  }
  data[threadIdx.x] = 1;
}

KERNEL sleeps(int* data, unsigned* flags, int n) {
  __nanosleep(500000);
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
KERNEL one_sleeps(int* data, unsigned* flags, int n) {
  if (blockIdx.x == gridDim.x / 3 && threadIdx.x < 32) for (int i = 0; i < 10; ++i) __nanosleep(50000);
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
KERNEL spins_on_clock(int* data, unsigned* flags, int n) {
  const long long start = clock64();
  while (clock64() - start < 200000) {}
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
KERNEL spins_on_timer(int* data, unsigned* flags, int n) {
  u64 start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)); while (now < start + 100000);
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

KERNEL chase(int* data, unsigned* flags, int n) {
  int at = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 5000; ++i) at = data[at];
  flags[0] = at;
}
KERNEL chase_unrolled(int* data, unsigned* flags, int n) {
  int at = threadIdx.x;
#pragma unroll 50
  for (int i = 0; i < 5000; ++i) at = data[at];
  flags[0] = at;
}
KERNEL chase_in_last_block(int* data, unsigned* flags, int n) {
  int at = threadIdx.x;
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
    for (int i = 0; i < 5000; ++i) at = data[at];
  flags[0] = at;
}
KERNEL chase_in_one_warp(int* data, unsigned* flags, int n) {
  int at = threadIdx.x;
  if (threadIdx.x / 32 == 31)
    for (int i = 0; i < 2000; ++i) at = data[at];
  flags[threadIdx.x] = at;
}
KERNEL adds_in_one_thread(int* data, unsigned* flags, int n) {
  float x = data[0], y = data[1];
  if (threadIdx.x == 0)
    for (int i = 0; i < 50000; ++i) x = x * y + 1.0f;
  flags[threadIdx.x] = (unsigned)x;
}
KERNEL divides(int* data, unsigned* flags, int n) {
  double x = data[1] + 2.0;
  for (int i = 0; i < 2000; ++i) x = 1.0 / x + 3.0;
  flags[threadIdx.x] = (unsigned)x;
}
KERNEL one_lane_at_a_time(int* data, unsigned* flags, int n) {
  float x = data[threadIdx.x], y = data[1];
  for (int lane = 0; lane < 32; ++lane)
    if (threadIdx.x % 32 == lane)
      for (int i = 0; i < 1000; ++i) x = x * y + (float)lane;
  flags[threadIdx.x] = (unsigned)x;
}
KERNEL bank_conflicts(int* data, unsigned* flags, int n) {
  __shared__ int tile[32 * 33];
  for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x) tile[i] = (i + 32) % 1024;
  __syncthreads();
  int at = threadIdx.x * 32;
  for (int i = 0; i < 5000; ++i) at = tile[at & 1023] & ~31;
  flags[threadIdx.x] = at;
}
KERNEL shared_chase(int* data, unsigned* flags, int n) {
  __shared__ int tile[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = (i * 5 + 1) & 1023;
  __syncthreads();
  int at = threadIdx.x;
  for (int i = 0; i < 20000; ++i) at = tile[at];
  flags[threadIdx.x] = at;
}
KERNEL local_chase(int* data, unsigned* flags, int n) {
  int table[64];
  for (int i = 0; i < 64; ++i) table[i] = (data[i] + 7 * i) & 63;
  int at = threadIdx.x & 63;
  for (int i = 0; i < 5000; ++i) { const int next = table[at]; table[at] = (next + 1) & 63; at = next; }
  flags[threadIdx.x] = at;
}
KERNEL atomic_chase(int* data, unsigned* flags, int n) {
  unsigned at = 0;
  for (int i = 0; i < 2000; ++i) at = (atomicAdd(flags + at, 1) * 8 + at + 8) & 32767;
  data[0] = (int)at;
}
KERNEL shared_atomics(int* data, unsigned* flags, int n) {
  __shared__ unsigned cell[32];
  if (threadIdx.x < 32) cell[threadIdx.x] = 0;
  __syncthreads();
  unsigned at = 0;
  for (int i = 0; i < 2000; ++i) at = atomicAdd(cell + (at & 31), 1);
  flags[threadIdx.x] = at;
}
KERNEL fences(int* data, unsigned* flags, int n) {
  for (int i = 0; i < 1000; ++i) {
    ((volatile int*)data)[(blockIdx.x * blockDim.x + threadIdx.x) * 8] = i;
    __threadfence();
  }
}
KERNEL barriers(int* data, unsigned* flags, int n) {
  for (int i = 0; i < 10000; ++i) __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
KERNEL shuffles(int* data, unsigned* flags, int n) {
  int x = threadIdx.x;
  for (int i = 0; i < 20000; ++i) x = __shfl_sync(~0u, x, x & 31) + 1;
  data[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_barriers(int* data, unsigned* flags, int n) {
  for (int i = 0; i < 3000; ++i) asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) far_shared_chase(int* data, unsigned* flags, int n) {
  __shared__ int tile[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = (i * 5 + 1) & 1023;
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  unsigned here = (unsigned)__cvta_generic_to_shared(tile), there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"((blockIdx.x & 1) ^ 1));
  int at = threadIdx.x;
  for (int i = 0; i < 3000; ++i)
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(at) : "r"(there + 4 * (unsigned)at));
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  data[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
KERNEL async_copies(int* data, unsigned* flags, int n) {
  __shared__ int tile[32];
  unsigned to = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x);
  int at = threadIdx.x;
  for (int i = 0; i < 1000; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\ncp.async.commit_group;\ncp.async.wait_group 0;"
                 :: "r"(to), "l"(data + at) : "memory");
    at = tile[threadIdx.x];
  }
  flags[threadIdx.x] = at;
}
KERNEL bulk_copies(int* data, unsigned* flags, int n) {
  __shared__ __align__(16) int tile[32];
  __shared__ u64 bar;
  unsigned to = (unsigned)__cvta_generic_to_shared(tile), b = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;\nfence.proxy.async;" :: "r"(b) : "memory");
  __syncthreads();
  int at = 0;
  for (int i = 0; i < 1000; ++i) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" :: "r"(b) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];"
                   :: "r"(to), "l"(data + (at & ~3)), "r"(b) : "memory");
    }
    asm volatile("{.reg .pred p;\nL%=: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@!p bra L%=;}"
                 :: "r"(b), "r"(i & 1) : "memory");
    at = tile[0];
    __syncthreads();
  }
  flags[threadIdx.x] = at;
}
