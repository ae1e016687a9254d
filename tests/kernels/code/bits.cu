// Bits of words: counting, turning, packing, checksums.

__global__ void count_bits(const unsigned* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned v = in[i];
  out[4 * i] = __popc(v), out[4 * i + 1] = __clz(v), out[4 * i + 2] = __ffs(v), out[4 * i + 3] = __fns(v, 0, 3);
}

__global__ void turn_bits(const unsigned* in, unsigned* out) {
  const unsigned v = in[threadIdx.x], w = in[threadIdx.x + 1], by = threadIdx.x;
  unsigned* to = out + 8 * threadIdx.x;
  to[0] = __brev(v);
  to[1] = __byte_perm(v, w, 0x5140);
  to[2] = __byte_perm(v, w, by * 0x1357u);
  to[3] = __funnelshift_l(v, w, by);
  to[4] = __funnelshift_r(v, w, by);
  to[5] = __funnelshift_lc(v, w, by + 4);
  to[6] = __funnelshift_rc(v, w, by + 4);
  to[7] = (v << (by & 31)) ^ (w >> (31 - (by & 31)));
}

// Interleaves two 16-bit numbers, and takes them apart again.
__device__ unsigned spread(unsigned x) {
  x = (x | x << 8) & 0x00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0fu;
  x = (x | x << 2) & 0x33333333u;
  return (x | x << 1) & 0x55555555u;
}

__global__ void morton(const unsigned short* x, const unsigned short* y, unsigned* out) {
  out[threadIdx.x] = spread(x[threadIdx.x]) | spread(y[threadIdx.x]) << 1;
}

__constant__ unsigned k_crc_table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                         0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

__global__ void crc32(const unsigned char* in, unsigned* out, int length) {
  unsigned crc = ~0u;
  for (int i = 0; i < length; ++i) {
    crc ^= in[threadIdx.x * length + i];
    crc = k_crc_table[crc & 15] ^ crc >> 4;
    crc = k_crc_table[crc & 15] ^ crc >> 4;
  }
  out[threadIdx.x] = ~crc;
}

__global__ void mix_64(const unsigned long long* in, unsigned long long* out) {
  unsigned long long z = in[threadIdx.x] + 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  out[threadIdx.x] = z ^ z >> 31;
}

__global__ void integer_intrinsics(const int* a, const int* b, int* out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x];
  int* to = out + 8 * threadIdx.x;
  to[0] = __mulhi(x, y);
  to[1] = static_cast<int>(__umulhi(x, y));
  to[2] = __mul24(x, y);
  to[3] = __hadd(x, y);
  to[4] = __rhadd(x, y);
  to[5] = static_cast<int>(__sad(x, y, 5u));
  to[6] = static_cast<int>(__usad(x, y, 7u));
  to[7] = static_cast<int>(__uhadd(x, y));
}

__global__ void saturating(const int* a, const int* b, int* out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x];
  int sum, difference, product;
  asm("add.sat.s32 %0, %1, %2;" : "=r"(sum) : "r"(x), "r"(y));
  asm("sub.sat.s32 %0, %1, %2;" : "=r"(difference) : "r"(x), "r"(y));
  asm("mad.hi.sat.s32 %0, %1, %2, %1;" : "=r"(product) : "r"(x), "r"(y));
  out[3 * threadIdx.x] = sum, out[3 * threadIdx.x + 1] = difference, out[3 * threadIdx.x + 2] = product;
}

// Gray code there and back; logic of three inputs.
__global__ void gray(const unsigned* in, unsigned* out) {
  const unsigned v = in[threadIdx.x], code = v ^ v >> 1;
  unsigned back = code;
  for (int by = 16; by > 0; by >>= 1) back ^= back >> by;
  unsigned picked;
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(picked) : "r"(v), "r"(code), "r"(~code));
  out[threadIdx.x] = (back == v ? 1u : 0u) + (picked & ~1u);
}

// The next permutation of bits, and square roots of integers by bits.
__global__ void next_same_count(const unsigned* in, unsigned* out) {
  const unsigned v = in[threadIdx.x] | 1u, t = v | (v - 1);
  out[2 * threadIdx.x] = (t + 1) | (((~t & (t + 1)) - 1) >> (__ffs(v)));
  unsigned root = 0, rest = v;
  for (unsigned bit = 1u << 30; bit; bit >>= 2) {
    if (rest >= root + bit) rest -= root + bit, root = (root >> 1) + bit;
    else root >>= 1;
  }
  out[2 * threadIdx.x + 1] = root;
}

// 8-bit lanes: sums that clip, larger ones, differences.
__global__ void byte_lanes(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  unsigned* to = out + 6 * threadIdx.x;
  to[0] = __vaddus4(x, y), to[1] = __vsubus4(x, y), to[2] = __vmaxs4(x, y);
  to[3] = __vabsdiffu4(x, y), to[4] = __vcmpgtu4(x, y), to[5] = __vavgu4(x, y);
}
