// A surface written by one kernel, read as a texture by the next, and copied back: bytes in x, rows in y, layers,
// edges.
#include <vector>

#include "check.h"
#include "checksum.h"

constexpr int k_width = 96, k_height = 40;

__global__ void draw(cudaSurfaceObject_t surface) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  surf2Dwrite(make_float2(x + 0.5f, y * 1000.0f), surface, x * int(sizeof(float2)), y);
}

__global__ void shift(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const float2 left = tex2D<float2>(from, x - 1 + 0.5f, y + 0.5f);
  surf2DLayeredwrite(make_float2(left.y, left.x), to, x * int(sizeof(float2)), y, 1);
  // Beyond the right edge: dropped, and read as zeros.
  surf2DLayeredwrite(make_float2(-1, -1), to, (x + k_width) * int(sizeof(float2)), y, 1, cudaBoundaryModeZero);
}

__global__ void look(cudaSurfaceObject_t surface, float2* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float2 value;
  surf2DLayeredread(&value, surface, (x + 48) * int(sizeof(float2)), y, 1, cudaBoundaryModeZero);
  out[y * k_width + x] = value;
}

int main() {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float2>();
  cudaArray_t first, second;
  CHECK(cudaMallocArray(&first, &channels, k_width, k_height, cudaArraySurfaceLoadStore));
  CHECK(cudaMalloc3DArray(&second, &channels, make_cudaExtent(k_width, k_height, 2),
                          cudaArraySurfaceLoadStore | cudaArrayLayered));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = first;
  cudaSurfaceObject_t canvas, layers;
  CHECK(cudaCreateSurfaceObject(&canvas, &resource));
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  resource.res.array.array = second;
  CHECK(cudaCreateSurfaceObject(&layers, &resource));
  const dim3 grid(k_width / 32, k_height);
  draw<<<grid, 32>>>(canvas);
  shift<<<grid, 32>>>(texture, layers);
  float2* out;
  CHECK(cudaMalloc(&out, k_width * k_height * sizeof(float2)));
  look<<<grid, 32>>>(layers, out);
  std::vector<float2> seen(k_width * k_height), drawn(k_width * k_height), layer(k_width * k_height);
  CHECK(cudaMemcpy(seen.data(), out, seen.size() * sizeof(float2), cudaMemcpyDeviceToHost));
  const size_t row = k_width * sizeof(float2);
  CHECK(cudaMemcpy2DFromArray(drawn.data(), row, first, 0, 0, row, k_height, cudaMemcpyDeviceToHost));
  cudaMemcpy3DParms copy{};
  copy.srcArray = second;
  copy.srcPos = make_cudaPos(0, 0, 1);
  copy.dstPtr = make_cudaPitchedPtr(layer.data(), row, k_width, k_height);
  copy.extent = make_cudaExtent(k_width, k_height, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&copy));
  print_checksum("drawn", drawn);
  print_checksum("layer", layer);
  print_checksum("seen", seen);
  bool right = true;
  for (int y = 0; y < k_height; ++y) {
    for (int x = 0; x < k_width; ++x) {
      const int i = y * k_width + x, left = x > 0 ? x - 1 : 0;
      right = right && drawn[i].x == x + 0.5f && drawn[i].y == y * 1000.0f;
      right = right && layer[i].x == y * 1000.0f && layer[i].y == left + 0.5f;
      const float2 wanted = x + 48 < k_width ? layer[i + 48] : make_float2(0, 0);
      right = right && seen[i].x == wanted.x && seen[i].y == wanted.y;
    }
  }
  cudaExtent extent;
  cudaChannelFormatDesc found;
  unsigned flags;
  CHECK(cudaArrayGetInfo(&found, &extent, &flags, second));
  right = right && found.x == 32 && found.y == 32 && found.z == 0 && extent.depth == 2 &&
          flags == (cudaArraySurfaceLoadStore | cudaArrayLayered);
  CHECK(cudaDestroySurfaceObject(canvas));
  CHECK(cudaDestroySurfaceObject(layers));
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(first));
  CHECK(cudaFreeArray(second));
  cudaArray_t none;
  const cudaChannelFormatDesc odd = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  right = right && cudaMallocArray(&none, &odd, 16, 16) != cudaSuccess;
  right = right && cudaMallocArray(&none, &channels, 1 << 20, 16) == cudaErrorInvalidValue;
  return verdict(right);
}
