// Number-theoretic transform, pointwise stage: modular powers a^e mod p for polynomials over a prime field.
//
// Wrong:  `%` by a modulus that is a kernel argument, on 64-bit products: a subroutine of about a hundred instructions.
// Rules:  33 such remainders for each element that is read.
// Mend:   Montgomery or Barrett reduction (two multiplications and a subtraction).

__global__ void mod_power(const unsigned* __restrict__ base, unsigned* __restrict__ result, unsigned exponent, unsigned p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long b = base[i] % p, r = 1;
  for (unsigned e = exponent; e != 0; e >>= 1) {
    if (e & 1u) r = r * b % p;
    b = b * b % p;
  }
  result[i] = (unsigned)r;
}
