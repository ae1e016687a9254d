// Clocks, identities and masks; sleeping.

__global__ void identities(unsigned* out, long long* times) {
  unsigned r[12];
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(r[0]));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(r[1]));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(r[2]));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(r[3]));
  asm volatile("mov.u32 %0, %%gridid;" : "=r"(r[4]));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(r[5]));
  asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(r[6]));
  asm volatile("mov.u32 %0, %%clock;" : "=r"(r[7]));
  asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r[8]));
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(r[9]));
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(r[10]));
  asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(r[11]));
  unsigned long long global;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(global));
  const long long before = clock64();
  __nanosleep(r[0] * 100);
  unsigned sum = threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z + gridDim.x + gridDim.y + gridDim.z;
  for (unsigned value : r) sum += value;
  asm volatile("pmevent 3;");
  times[threadIdx.x] = clock64() - before + static_cast<long long>(global);
  out[threadIdx.x] = sum;
}

__global__ void address_spaces(int* p, int* out) {
  __shared__ int shared[32];
  shared[threadIdx.x] = threadIdx.x;
  int local[4] = {1, 2, 3, static_cast<int>(threadIdx.x)};
  const int* from = p[0] == 0 ? shared + threadIdx.x : p[0] == 1 ? local + (p[1] & 3) : p;
  out[threadIdx.x] = *from + __isShared(from) + 2 * __isGlobal(from) + 4 * __isLocal(from);
}
