// Programmatic dependent launch: start early, wait for the grid before.

__global__ void after_previous(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const float value = i < n ? in[i] : 0.0f;
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
  if (i < n) out[i] = value * 3.0f;
}
