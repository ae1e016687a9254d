// Molecular dynamics: the current that every charged atom carries along x.
//
// Wrong:  atoms are an array of 64-byte structs, and the kernel wants 8 bytes of each, by loads that are 64 bytes apart
//         between lanes.
// Rules:  every load touches 32 sectors, and 56 of 64 bytes brought from DRAM are never used.
// Mend:   separate arrays for charge and velocity (SoA).

struct Atom {
  float x, y, z, charge;
  float fx, fy, fz, radius;
  float vx, vy, vz, mass;
  int type, molecule, cell, flags;
};

__global__ void current_x(const Atom* __restrict__ atoms, float* __restrict__ current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  current[i] = atoms[i].charge * atoms[i].vx;
}
