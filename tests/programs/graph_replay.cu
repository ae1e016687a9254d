// A graph recorded from two streams that fork and join, replayed ten times.
#include <vector>

#include "check.h"

__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

__global__ void merge(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += a[i] + b[i];
}

int main() {
  const int n = 1000, replays = 10, blocks = (n + 127) / 128;
  const size_t bytes = n * sizeof(int);
  int *a, *b, *out;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemset(a, 0, bytes));
  CHECK(cudaMemset(out, 0, bytes));
  cudaStream_t main_stream, side;
  CHECK(cudaStreamCreate(&main_stream));
  CHECK(cudaStreamCreate(&side));
  cudaEvent_t fork, join;
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(fork, main_stream));
  CHECK(cudaStreamWaitEvent(side, fork, 0));
  add_one<<<blocks, 128, 0, main_stream>>>(a, n);
  CHECK(cudaMemsetAsync(b, 0, bytes, side));
  add_one<<<blocks, 128, 0, side>>>(b, n);
  CHECK(cudaEventRecord(join, side));
  CHECK(cudaStreamWaitEvent(main_stream, join, 0));
  merge<<<blocks, 128, 0, main_stream>>>(a, b, out, n);
  CHECK(cudaStreamEndCapture(main_stream, &graph));

  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  std::vector<int> result(n);
  CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));
  bool right = nodes == 4 && result[0] == 0;  // recording runs nothing
  for (int i = 0; i < replays; ++i) CHECK(cudaGraphLaunch(executable, main_stream));
  CHECK(cudaStreamSynchronize(main_stream));
  CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));
  // out = sum over replays of (a after r, that is r) + 1
  for (int i = 0; i < n; ++i) right &= result[i] == replays * (replays + 1) / 2 + replays;
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaStreamDestroy(main_stream));
  CHECK(cudaStreamDestroy(side));
  return verdict(right);
}
