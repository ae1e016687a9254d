// Objects with virtual functions made on the device, function pointers in a table, and recursion.
#include "check.h"
#include "checksum.h"

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual long long area() const = 0;
  __device__ virtual int corners() const { return 0; }
};

class Rectangle : public Shape {
 public:
  __device__ Rectangle(int a, int b) : a_(a), b_(b) {}
  __device__ long long area() const override { return 1ll * a_ * b_; }
  __device__ int corners() const override { return 4; }

 protected:
  int a_, b_;
};

class Square final : public Rectangle {
 public:
  __device__ explicit Square(int a) : Rectangle(a, a) {}
  __device__ long long area() const override { return Rectangle::area() + 1; }
};

class Cross : public Shape {
 public:
  __device__ explicit Cross(int arm) : arm_(arm) {}
  __device__ long long area() const override { return 5ll * arm_ * arm_; }

 private:
  int arm_;
};

using Rule = unsigned (*)(unsigned);
__device__ unsigned halve(unsigned x) {
  return x / 2;
}
__device__ unsigned triple(unsigned x) {
  return 3 * x + 1;
}
__device__ Rule rules[2] = {halve, triple};

__device__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void make(Shape** shapes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0)
    shapes[i] = new Rectangle(i, i + 2);
  else if (i % 3 == 1)
    shapes[i] = new Square(i);
  else
    shapes[i] = new Cross(i);
}

__global__ void measure(Shape** shapes, long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = i + 1, steps = 0;
  while (x != 1) x = rules[x & 1](x), ++steps;
  out[i] = shapes[i]->area() * 100 + shapes[i]->corners() * 10 + steps * 100000000ll + ackermann(2, i % 5);
  delete shapes[i];
}

int main() {
  const int n = 300;
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  Shape** shapes;
  long long* out;
  CHECK(cudaMalloc(&shapes, n * sizeof(Shape*)));
  CHECK(cudaMallocManaged(&out, n * sizeof(long long)));
  make<<<3, 100>>>(shapes, n);
  measure<<<3, 100>>>(shapes, out, n);
  CHECK(cudaDeviceSynchronize());
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const long long area = i % 3 == 0 ? 1ll * i * (i + 2) : i % 3 == 1 ? 1ll * i * i + 1 : 5ll * i * i;
    unsigned x = i + 1, steps = 0;
    while (x != 1) x = x & 1 ? 3 * x + 1 : x / 2, ++steps;
    right &= out[i] == area * 100 + (i % 3 == 2 ? 0 : 40) + steps * 100000000ll + 2 * (i % 5) + 3;
  }
  print_checksum("shapes", std::vector<long long>(out, out + n));
  return verdict(right);
}
