// Planted: a modular power: every one of its steps is a remainder by a modulus that is known only at run time.
// It rules because the remainder takes over twenty instructions and the multiplication beside it two.
// Mended: Montgomery or Barrett reduction, whose constants follow from the modulus once.
template <typename Narrow, typename Wide>
struct Ring {
  Narrow modulus;
  __device__ Narrow times(Narrow a, Narrow b) const { return static_cast<Narrow>(Wide(a) * b % modulus); }
  __device__ Narrow power(Narrow base, unsigned exponent) const {
    Narrow result = 1;
    for (; exponent; exponent >>= 1) {
      if (exponent & 1) result = times(result, base);
      base = times(base, base);
    }
    return result;
  }
};

__global__ void inverses(const unsigned* __restrict__ values, unsigned* __restrict__ result, int count,
                         unsigned modulus) {
  const Ring<unsigned, unsigned long long> ring{modulus};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    result[i] = ring.power(values[i], modulus - 2);
}
