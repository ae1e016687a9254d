// The heap of the device: lists grown by many threads with malloc, objects made with new, freed by another kernel.
#include "check.h"
#include "checksum.h"

struct Node {
  int value;
  Node* next;
};

__device__ Node* heads[32];

__global__ void grow(int rounds) {
  const int list = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    Node* const node = static_cast<Node*>(malloc(sizeof(Node)));
    if (!node) __trap();
    node->value = list * 1000 + i + blockIdx.x * 100;
    Node* const seen = reinterpret_cast<Node*>(
        atomicExch(reinterpret_cast<unsigned long long*>(&heads[list]), reinterpret_cast<unsigned long long>(node)));
    node->next = seen;
  }
}

__global__ void add_up(long long* sums, int* lengths) {
  long long sum = 0;
  int length = 0;
  for (const Node* node = heads[threadIdx.x]; node; node = node->next) sum += 1ll * node->value * node->value, ++length;
  sums[threadIdx.x] = sum;
  lengths[threadIdx.x] = length;
}

__global__ void release() {
  while (Node* const node = heads[threadIdx.x]) {
    heads[threadIdx.x] = node->next;
    free(node);
  }
}

struct Buffer {
  int* cells;
  int size;
  __device__ explicit Buffer(int n) : cells(new int[n]), size(n) {}
  __device__ ~Buffer() { delete[] cells; }
};

__global__ void factor(long long* out) {
  Buffer* const buffer = new Buffer(50 + threadIdx.x);
  for (int i = 0; i < buffer->size; ++i) buffer->cells[i] = i * static_cast<int>(threadIdx.x + 1);
  long long sum = 0;
  for (int i = 0; i < buffer->size; ++i) sum = sum * 31 + buffer->cells[i];
  out[threadIdx.x] = sum;
  delete buffer;
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  size_t heap = 0;
  CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  long long* sums;
  int* lengths;
  CHECK(cudaMallocManaged(&sums, 64 * sizeof(long long)));
  CHECK(cudaMallocManaged(&lengths, 32 * sizeof(int)));
  grow<<<4, 32>>>(10);
  add_up<<<1, 32>>>(sums, lengths);
  release<<<1, 32>>>();
  factor<<<1, 32>>>(sums + 32);
  CHECK(cudaDeviceSynchronize());
  bool right = heap >= 16 << 20;
  for (int list = 0; list < 32; ++list) {
    long long expected = 0, factors = 0;
    for (int block = 0; block < 4; ++block)
      for (int i = 0; i < 10; ++i) {
        const long long value = list * 1000 + i + block * 100;
        expected += value * value;
      }
    for (int i = 0; i < 50 + list; ++i) factors = factors * 31 + i * (list + 1);
    right &= sums[list] == expected && lengths[list] == 40 && sums[32 + list] == factors;
  }
  print_checksum("lists", std::vector<long long>(sums, sums + 64));
  return verdict(right);
}
