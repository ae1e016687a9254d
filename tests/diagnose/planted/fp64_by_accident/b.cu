// Planted: a template for float whose constants are doubles, so pow and the quotient are taken in double precision.
// It rules because pow of doubles alone takes more time than reading and writing the colours.
// Mended: constants of type T, so that powf and a float's division are chosen.
template <typename T>
struct Tone {
  T exposure;
  __device__ T operator()(T light) const {
    const auto mapped = light * exposure / (light * exposure + 0.18);
    return static_cast<T>(1.055 * pow(mapped, 1.0 / 2.4) - 0.055);
  }
};

template <typename Map>
__device__ float4 each(float4 v, Map map) {
  return make_float4(map(v.x), map(v.y), map(v.z), v.w);
}

__global__ void tone_map(const float4* __restrict__ light, float4* __restrict__ shown, int pixels, float exposure) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x)
    shown[i] = each(light[i], Tone<float>{exposure});
}
