// T17: replays a graph with the addresses of the first call
// problem: scale_add
// expect: failed
// reason: cudaErrorIllegalAddress
__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
cudaGraphExec_t replay = nullptr;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (!replay) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    scale_add_kernel<<<(n + 127) / 128, 128, 0, stream>>>(a, b, out, n, factor);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&replay, graph, 0);
  }
  cudaGraphLaunch(replay, nullptr);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t replay = nullptr;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  scale_add_kernel<<<(n + 127) / 128, 128, 0, stream>>>(a, b, out, n, factor);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&replay, graph, 0);
  cudaGraphLaunch(replay, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(replay);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
#endif
