// Marching cubes, second pass: each active cell reserves room for its triangles in the output list.
//
// Wrong:  every thread with triangles asks one global cursor for its room.
// Rules:  the atomics are served one by one at one address, and each returns a value that its thread waits for.
// Mend:   prefix sum within the block, one atomicAdd per block for its total.

__global__ void reserve(const unsigned char* __restrict__ cube_case, const unsigned char* __restrict__ triangles_of_case,
                        int* __restrict__ cursor, int* __restrict__ first, int cells) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells) return;
  int count = triangles_of_case[cube_case[c]];
  first[c] = count > 0 ? atomicAdd(cursor, count) : -1;
}
