// stmatrix of one, two and four matrices, plain and transposed, and movmatrix; read back by ldmatrix and by plain
// loads.
#include <vector>

#include "check.h"
#include "checksum.h"

__global__ void store(unsigned short* out, unsigned* turned) {
  __shared__ __align__(16) unsigned short tile[8][8 * 8 * 4];
  const int lane = threadIdx.x;
  for (int i = lane; i < 8 * 256; i += 32) tile[0][i] = 0xffff;
  __syncwarp();
  unsigned r[4];
  for (int m = 0; m < 4; ++m) {
    // Row lane / 4, columns 2 * (lane % 4) and the next, of matrix m.
    const unsigned at = m * 64 + lane / 4 * 8 + lane % 4 * 2;
    r[m] = at | (at + 1) << 16;
  }
  const auto address = [&](int which) {
    return static_cast<unsigned>(__cvta_generic_to_shared(&tile[which][lane * 8]));
  };
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(address(0)), "r"(r[0]) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(address(1)), "r"(r[0]), "r"(r[1])
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address(2)), "r"(r[0]),
               "r"(r[1]), "r"(r[2]), "r"(r[3])
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address(3)), "r"(r[0]),
               "r"(r[1]), "r"(r[2]), "r"(r[3])
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(address(4)), "r"(r[2]), "r"(r[3])
               : "memory");
  __syncwarp();
  for (int i = lane; i < 8 * 256; i += 32) out[i] = tile[0][i];
  unsigned moved, loaded;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(r[1]));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(loaded)
               : "r"(address(0))
               : "memory");
  turned[lane] = moved;
  turned[32 + lane] = loaded;
}

int main() {
  unsigned short* out;
  unsigned* turned;
  CHECK(cudaMalloc(&out, 8 * 256 * 2));
  CHECK(cudaMalloc(&turned, 64 * 4));
  store<<<1, 32>>>(out, turned);
  std::vector<unsigned short> tile(8 * 256);
  std::vector<unsigned> t(64);
  CHECK(cudaMemcpy(tile.data(), out, tile.size() * 2, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(t.data(), turned, 64 * 4, cudaMemcpyDeviceToHost));
  print_checksum("stored", tile);
  print_checksum("turned", t);
  bool right = true;
  for (int i = 0; i < 256; ++i) {
    const int m = i / 64, row = i / 8 % 8, column = i % 8;
    const int flipped = m * 64 + column * 8 + row;
    right = right && tile[i] == (i < 64 ? i : 0xffff) && tile[256 + i] == (i < 128 ? i : 0xffff) && tile[512 + i] == i;
    right = right && tile[768 + i] == flipped && tile[1024 + i] == (i < 128 ? flipped + 128 : 0xffff);
  }
  for (int lane = 0; lane < 32; ++lane) {
    const unsigned row = lane / 4, column = lane % 4 * 2;
    right = right && t[lane] == (64 + column * 8 + row | (64 + (column + 1) * 8 + row) << 16);
    right = right && t[32 + lane] == (column * 8 + row | ((column + 1) * 8 + row) << 16);
  }
  return verdict(right);
}
