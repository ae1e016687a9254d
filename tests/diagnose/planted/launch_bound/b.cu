// Planted: one call turns a few hundred 3-vectors by one rotation: a single small step of some larger task.
// It rules because launching takes several times as long as all of the kernel's work.
// Mended: the rotation is fused with its neighbours, or all rotations of the task are batched in one launch.
struct Rotation {
  double m[9];
};

struct Vector {
  double x, y, z;
};

__device__ Vector operator*(const Rotation& r, const Vector& v) {
  return {r.m[0] * v.x + r.m[1] * v.y + r.m[2] * v.z, r.m[3] * v.x + r.m[4] * v.y + r.m[5] * v.z,
          r.m[6] * v.x + r.m[7] * v.y + r.m[8] * v.z};
}

__global__ void rotate(Rotation rotation, const double* __restrict__ xs, const double* __restrict__ ys,
                       const double* __restrict__ zs, double* __restrict__ turned, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const Vector v = rotation * Vector{xs[i], ys[i], zs[i]};
    turned[i] = v.x;
    turned[count + i] = v.y;
    turned[2 * count + i] = v.z;
  }
}
