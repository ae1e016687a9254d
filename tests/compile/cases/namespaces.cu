// Kernels in namespaces, static, unnamed and extern "C", with attributes in odd places.
namespace outer::inner {
static __device__ int hidden = 1;
__global__ void visible(int* p) { *p = hidden; }
namespace {
__global__ void secret(int* p) { *p = 2; }
}  // namespace
}  // namespace outer::inner

extern "C" {
__global__ void plain(int* p) { *p = 3; }
}
extern "C" __global__ __launch_bounds__(128, 4) void bounded(int* p) { *p = 4; }
static void __global__ inside(int* p) { *p = 5; }
[[maybe_unused]] __global__ void marked(int* p) { *p = 6; }

void use(int* p) {
  using namespace outer::inner;
  secret<<<1, 1>>>(p);
  inside<<<1, 1>>>(p);
}
