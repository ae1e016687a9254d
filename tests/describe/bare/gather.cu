__global__ void gather(const float* table, const int* ids, float* out, int count, int dim) {
  int i = blockIdx.x, j = threadIdx.x;
  if (i < count)
    for (; j < dim; j += blockDim.x) out[i * dim + j] = table[ids[i] * dim + j];
}
void run(const float* table, const int* ids, float* out, int count, int dim) {
  gather<<<count, 128>>>(table, ids, out, count, dim);
}
