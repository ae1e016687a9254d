__global__ void exclusive(const int* in, int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int d = 1; d < 1024; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  if (t < n) out[t] = t > 0 ? s[t - 1] : 0;
}
void run(const int* in, int* out) { exclusive<<<1, 1024>>>(in, out, 1000); }
