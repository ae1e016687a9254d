// Host functions and callbacks between kernels of a stream, in a graph too: each sees what was done before it.
#include "check.h"
#include "checksum.h"

__global__ void advance(int* state) {
  *state = *state * 5 + 1;
}

struct Log {
  int* state;
  std::vector<int> seen;
};

void CUDART_CB note(void* data) {
  Log* const log = static_cast<Log*>(data);
  log->seen.push_back(*log->state);
}

void CUDART_CB note_and_add(cudaStream_t, cudaError_t status, void* data) {
  note(data);
  if (status == cudaSuccess) *static_cast<Log*>(data)->state += 100;
}

int main() {
  int* state;
  CHECK(cudaHostAlloc(&state, sizeof(int), cudaHostAllocMapped));
  *state = 1;
  int* device_state;
  CHECK(cudaHostGetDevicePointer(&device_state, state, 0));
  Log log{state, {}};
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  for (int i = 0; i < 3; ++i) {
    advance<<<1, 1, 0, stream>>>(device_state);
    CHECK(cudaLaunchHostFunc(stream, note, &log));
    advance<<<1, 1, 0, stream>>>(device_state);
    CHECK(cudaStreamAddCallback(stream, note_and_add, &log, 0));
  }
  CHECK(cudaStreamSynchronize(stream));
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  advance<<<1, 1, 0, stream>>>(device_state);
  CHECK(cudaLaunchHostFunc(stream, note, &log));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 2; ++i) CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::vector<int> expected;
  int x = 1;
  for (int i = 0; i < 3; ++i) {
    expected.push_back(x = 5 * x + 1);
    expected.push_back(x = 5 * x + 1);
    x += 100;
  }
  for (int i = 0; i < 2; ++i) expected.push_back(x = 5 * x + 1);
  print_checksum("seen", log.seen);
  return verdict(log.seen == expected && *state == x);
}
