// A linked list and a counter in managed memory, walked and changed on both sides.
#include "check.h"

struct Node {
  int value;
  Node* next;
};

__managed__ int visited = 0;

__global__ void double_values(Node* head) {
  for (Node* node = head; node; node = node->next) {
    node->value *= 2;
    ++visited;
  }
}

int main() {
  const int count = 20;
  Node* head = nullptr;
  for (int i = 0; i < count; ++i) {
    Node* node;
    CHECK(cudaMallocManaged(&node, sizeof(Node)));
    *node = {i, head};
    head = node;
  }
  visited = 100;
  double_values<<<1, 1>>>(head);
  CHECK(cudaDeviceSynchronize());
  int sum = 0;
  for (Node* node = head; node;) {
    sum += node->value;
    Node* const next = node->next;
    CHECK(cudaFree(node));
    node = next;
  }
  std::printf("sum %d, visited %d\n", sum, visited);
  return verdict(sum == count * (count - 1) && visited == 100 + count);
}
