// Real calls: recursion, function pointers, virtual functions, and a callee kept out of line.

__device__ __noinline__ float smooth(float a, float b, float t) { return a + (b - a) * t * t * (3.0f - 2.0f * t); }

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

using Unary = float (*)(float);
__device__ float square(float x) { return x * x; }
__device__ float halve(float x) { return 0.5f * x; }
__device__ Unary table[2] = {square, halve};

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
  float side;
};
struct Disc : Shape {
  __device__ explicit Disc(float r) : radius(r) {}
  __device__ float area() const override { return 3.14159265f * radius * radius; }
  float radius;
};

__global__ void call_smooth(const float* in, float* out) { out[threadIdx.x] = smooth(in[0], in[1], in[threadIdx.x]); }
__global__ void recurse(int* io) { io[threadIdx.x] = ackermann(io[threadIdx.x] & 3, 2); }
__global__ void call_pointer(const int* which, float* io) { io[threadIdx.x] = table[which[threadIdx.x] & 1](io[threadIdx.x]); }
__global__ void call_virtual(const float* in, float* out) {
  const Square square_shape(in[threadIdx.x]);
  const Disc disc(in[threadIdx.x + 1]);
  const Shape* shape = in[0] > 0.0f ? static_cast<const Shape*>(&square_shape) : &disc;
  out[threadIdx.x] = shape->area();
}
