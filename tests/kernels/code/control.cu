// Paths that part and meet again: loops left at different times, calls, tables, recursion.

__global__ void collatz(const int* in, int* steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long value = in[i];
  int count = 0;
  while (value != 1) value = value & 1 ? 3 * value + 1 : value / 2, ++count;
  steps[i] = count;
}

__global__ void euclid(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], y = b[i];
  while (y) {
    const unsigned rest = x % y;
    x = y, y = rest;
  }
  out[i] = x;
}

// Breaks, continues and a jump out of two loops at once.
__global__ void search_pairs(const int* in, int* out, int n, int wanted) {
  const int first = threadIdx.x;
  int found = -1, looked = 0;
  for (int i = first; i < n; i += 7) {
    if (in[i] % 5 == 0) continue;
    for (int j = i + 1; j < n; ++j) {
      if (in[j] < 0) break;
      ++looked;
      if (in[i] + in[j] == wanted) {
        found = i * n + j;
        goto done;
      }
    }
  }
done:
  out[2 * first] = found, out[2 * first + 1] = looked;
}

// Sixteen cases, some falling through.
__global__ void small_machine(const unsigned char* code, const int* in, int* out, int length) {
  int a = in[threadIdx.x], b = threadIdx.x, turns = 0;
  for (int at = 0; at < length && turns < 200; ++at, ++turns) {
    switch ((code[at] + (a & 1)) & 15) {
      case 0: a += b; break;
      case 1: a -= 3;  // and as 2
      case 2: b ^= a; break;
      case 3: a = a * 5 + 1; break;
      case 4: b = a >> 2; break;
      case 5: if (a > b) at += 2; break;
      case 6: a = min(a, 1000); break;
      case 7: b = b << 1 | 1;  // and as 8
      case 8: a ^= 0x55; break;
      case 9: { const int kept = a; a = b, b = kept; break; }
      case 10: a = ~a; break;
      case 11: if (turns < 100) at = -1; break;
      case 12: a += turns; break;
      default: b += at; break;
    }
  }
  out[2 * threadIdx.x] = a, out[2 * threadIdx.x + 1] = b;
}

struct Pair {
  double sum;
  int count;
  short odd;
};

__device__ __noinline__ Pair gather(const int* in, int first, int last, Pair so_far) {
  for (int i = first; i < last; ++i) so_far.sum += in[i], so_far.count += 1, so_far.odd += in[i] & 1;
  return so_far;
}

// A structure goes into a call and comes back, at different times in different lanes.
__global__ void call_with_structs(const int* in, double* sums, int* counts) {
  Pair pair = {0.5, 0, 0};
  const int lane = threadIdx.x;
  for (int round = 0; round < lane % 4; ++round) pair = gather(in, round, lane + round, pair);
  if (lane & 1) pair = gather(in, 0, 3, pair);
  sums[lane] = pair.sum;
  counts[lane] = pair.count * 100 + pair.odd;
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ bool is_even(unsigned n);
__device__ __noinline__ bool is_odd(unsigned n) { return n == 0 ? false : is_even(n - 1); }
__device__ __noinline__ bool is_even(unsigned n) { return n == 0 ? true : is_odd(n - 1); }

__global__ void recurse_by_lane(int* out) {
  const int lane = threadIdx.x;
  out[lane] = fibonacci(lane % 9) * 2 + is_even(lane % 13);
}

// Sorting with a stack of its own in local memory.
__global__ void quicksort(int* data, int length) {
  int* mine = data + threadIdx.x * length;
  int low[16], high[16], depth = 0;
  low[0] = 0, high[0] = length - 1;
  while (depth >= 0) {
    const int l = low[depth], h = high[depth];
    --depth;
    if (l >= h) continue;
    const int pivot = mine[(l + h) / 2];
    int i = l, j = h;
    while (i <= j) {
      while (mine[i] < pivot) ++i;
      while (mine[j] > pivot) --j;
      if (i <= j) {
        const int kept = mine[i];
        mine[i++] = mine[j], mine[j--] = kept;
      }
    }
    const bool left_first = j - l < h - i;
    ++depth, low[depth] = left_first ? i : l, high[depth] = left_first ? h : j;
    ++depth, low[depth] = left_first ? l : i, high[depth] = left_first ? j : h;
  }
}

using Step = int (*)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int bigger(int a, int b) { return a > b ? a : b; }
__constant__ Step k_steps[4] = {plus, minus, times, bigger};

// Every lane calls another function of the table.
__global__ void call_by_lane(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int i = 0; i < 5; ++i) value = k_steps[(threadIdx.x + i) & 3](value, i + 1);
  out[threadIdx.x] = value;
}

template <typename F>
__device__ int twice(F f, int x) { return f(f(x)); }

__global__ void lambdas(const int* in, int* out, int by) {
  const int value = in[threadIdx.x];
  const auto add = [by](int x) { return x + by; };
  const auto scale = [&](int x) { return x * value; };
  out[threadIdx.x] = value & 1 ? twice(add, value) : twice(scale, 3);
}

struct Node {
  __device__ virtual int value() const { return 1; }
  __device__ virtual void grow(int by) { size += by; }
  int size = 2;
};
struct Leaf : Node {
  __device__ int value() const override { return size * 10; }
};
struct Branch : Node {
  __device__ int value() const override { return left->value() + right->value(); }
  __device__ void grow(int by) override { left->grow(by), right->grow(2 * by); }
  Node *left, *right;
};

__global__ void virtual_tree(const int* in, int* out) {
  Leaf a, b;
  Node plain;
  Branch inner, outer;
  inner.left = &a, inner.right = in[threadIdx.x] & 1 ? static_cast<Node*>(&b) : &plain;
  outer.left = &inner, outer.right = &b;
  Node* root = in[threadIdx.x] & 2 ? static_cast<Node*>(&outer) : &a;
  root->grow(in[threadIdx.x]);
  out[threadIdx.x] = root->value();
}

// Left one after another, the barrier counting those that are gone.
__global__ void leave_early(const int* in, int* out) {
  __shared__ int box[128];
  const int t = threadIdx.x;
  box[t] = in[t];
  __syncthreads();
  if (t >= 96) return;
  box[t] += box[t + 32];
  __syncthreads();
  if (t >= 64) return;
  box[t] += box[t + 32];
  __syncthreads();
  out[t] = box[t];
}
