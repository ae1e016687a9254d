// Planted: an array of structs of 64 bytes of which one member is used.
// It rules because half of each struct's bytes are fetched to use four of them: the traffic is eight times the need.
// Mended: the masses are an array of their own (structure of arrays).
typedef struct {
  float px, py, pz, pad0;
  float vx, vy, vz, pad1;
  float mass, charge, spin, age;
  float fx, fy, fz, pad2;
} Particle;

__global__ void weigh(const Particle* particles, float* weights, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weights[i] = 9.81f * particles[i].mass;
}
