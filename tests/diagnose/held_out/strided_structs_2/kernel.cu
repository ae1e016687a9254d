// Lattice Boltzmann, D2Q9: collision (BGK) in place.
//
// Wrong:  the nine populations of a cell lie next to each other (array of structs of 36 bytes), and a thread takes a cell.
// Rules:  each of the 9 loads and 9 stores of a warp spans 36 sectors instead of 4; stores go through to L2 one by one.
// Mend:   nine planes f[q][cell], so that lanes are neighbours in every access.

struct Cell {
  float f[9];
};

__global__ void collide(Cell* __restrict__ cells, float omega, int n) {
  const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  const float cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  const float cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float f[9];
  float rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    f[q] = cells[i].f[q];
    rho += f[q];
    ux += cx[q] * f[q];
    uy += cy[q] * f[q];
  }
  float inv = __frcp_rn(rho);
  ux *= inv;
  uy *= inv;
  float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    float cu = 3.0f * (cx[q] * ux + cy[q] * uy);
    float feq = w[q] * rho * (1.0f + cu + 0.5f * cu * cu - usq);
    cells[i].f[q] = f[q] + omega * (feq - f[q]);
  }
}
