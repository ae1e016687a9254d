// A graph put together node by node, then changed: parameters of single nodes in graph and executable, a node switched
// off, a child graph, a whole-graph update, what the graph says of its edges.
#include "check.h"
#include "checksum.h"

__global__ void scale_add(int* data, int n, int factor, int term) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * factor + term;
}

struct Parameters {
  int* data;
  int n, factor, term;
  void* pointers[4] = {&data, &n, &factor, &term};
  cudaKernelNodeParams node = {};
  Parameters(int* d, int count, int f, int t) : data(d), n(count), factor(f), term(t) {
    node.func = reinterpret_cast<void*>(scale_add);
    node.gridDim = dim3((count + 63) / 64);
    node.blockDim = dim3(64);
    node.kernelParams = pointers;
  }
};

int main() {
  const int n = 500;
  const size_t bytes = n * sizeof(int);
  std::vector<int> first(n), second(n), result(n), all;
  for (int i = 0; i < n; ++i) first[i] = i, second[i] = 1000 - i;
  int* device;
  CHECK(cudaMalloc(&device, bytes));

  cudaGraph_t graph, child;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphCreate(&child, 0));
  cudaGraphNode_t copy_in, kernel, nested, inner, copy_out;
  Parameters once(device, n, 2, 1), inside(device, n, 1, 5);
  CHECK(cudaGraphAddKernelNode(&inner, child, nullptr, 0, &inside.node));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_in, graph, nullptr, 0, device, first.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaGraphAddKernelNode(&kernel, graph, &copy_in, 1, &once.node));
  CHECK(cudaGraphAddChildGraphNode(&nested, graph, &kernel, 1, child));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_out, graph, nullptr, 0, result.data(), device, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaGraphAddDependencies(graph, &nested, &copy_out, nullptr, 1));
  size_t edges = 0, roots = 0, before = 0;
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  CHECK(cudaGraphNodeGetDependencies(copy_out, nullptr, nullptr, &before));

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  bool right = edges == 3 && roots == 1 && before == 1;
  const auto run = [&](auto expected) {
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) right &= result[i] == expected(i);
    all.insert(all.end(), result.begin(), result.end());
  };
  run([](int i) { return 2 * i + 1 + 5; });
  Parameters other(device, n, -3, 7);
  CHECK(cudaGraphExecKernelNodeSetParams(executable, kernel, &other.node));
  run([](int i) { return -3 * i + 7 + 5; });
  CHECK(cudaGraphExecMemcpyNodeSetParams1D(executable, copy_in, device, second.data(), bytes, cudaMemcpyHostToDevice));
  run([](int i) { return -3 * (1000 - i) + 7 + 5; });
  CHECK(cudaGraphNodeSetEnabled(executable, kernel, 0));
  run([](int i) { return 1000 - i + 5; });

  Parameters third(device, n, 10, 0);  // of the graph itself: seen by the next instance and by an update
  CHECK(cudaGraphKernelNodeSetParams(kernel, &third.node));
  cudaKernelNodeParams read = {};
  CHECK(cudaGraphKernelNodeGetParams(kernel, &read));
  right &= read.blockDim.x == 64 && *static_cast<int*>(read.kernelParams[2]) == 10;
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(executable, graph, &info));
  CHECK(cudaGraphNodeSetEnabled(executable, kernel, 1));
  run([](int i) { return 10 * i + 5; });
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(child));
  print_checksum("graphs", all);
  return verdict(right && info.result == cudaGraphExecUpdateSuccess);
}
