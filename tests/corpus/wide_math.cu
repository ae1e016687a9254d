// 64- and 128-bit integers, carries, funnel shifts and bit counting.

__global__ void multiply_128(const ulonglong2* a, const ulonglong2* b, ulonglong2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long low = a[i].x * b[i].x;
  out[i] = make_ulonglong2(low, __umul64hi(a[i].x, b[i].x) + a[i].x * b[i].y + a[i].y * b[i].x);
}

__global__ void add_carry(const uint4* a, const uint4* b, uint4* out) {
  const uint4 x = a[threadIdx.x], y = b[threadIdx.x];
  uint4 r;
  asm("add.cc.u32 %0, %4, %8; addc.cc.u32 %1, %5, %9; addc.cc.u32 %2, %6, %10; addc.u32 %3, %7, %11;"
      : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
      : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w), "r"(y.x), "r"(y.y), "r"(y.z), "r"(y.w));
  asm("mad.lo.cc.u32 %0, %4, %5, %0; madc.hi.cc.u32 %1, %4, %5, %1; addc.u32 %2, %2, 0;"
      : "+r"(r.x), "+r"(r.y), "+r"(r.z), "+r"(r.w) : "r"(x.x), "r"(y.x));
  out[threadIdx.x] = r;
}

__global__ void bits(const unsigned* in, unsigned* out, int by) {
  const unsigned v = in[threadIdx.x];
  unsigned field, inserted, mask;
  asm("bfe.u32 %0, %1, 5, 11;" : "=r"(field) : "r"(v));
  asm("bfi.b32 %0, %1, %2, %3, 4;" : "=r"(inserted) : "r"(v), "r"(field), "r"(by));
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(mask) : "r"(by), "r"(v & 31));
  unsigned low = __popc(v) + __clz(v) * 3 + __ffs(v) * 5 + __brev(v) + field + inserted + mask;
  low ^= __funnelshift_l(v, field, by) + __funnelshift_rc(v, inserted, by) + __byte_perm(v, field, by);
  out[threadIdx.x] = low + (v << by) + (static_cast<int>(v) >> (by + 1)) + abs(static_cast<int>(v));
}

__global__ void bits_64(const unsigned long long* in, unsigned long long* out, int by) {
  const unsigned long long v = in[threadIdx.x];
  const long long s = static_cast<long long>(v);
  out[threadIdx.x] = (v << by) + (v >> (by + 3)) + (s >> by) + __popcll(v) + __clzll(v) + __ffsll(v) + __brevll(v) +
                     static_cast<unsigned long long>(min(s, 1234567890123ll)) + (s < 0 ? -s : s);
}

__global__ void narrow_integers(const short* a, const signed char* b, short* out, signed char* bytes) {
  const int i = threadIdx.x;
  out[i] = static_cast<short>(a[i] * b[i] + (a[i] >> 3));
  bytes[i] = static_cast<signed char>(b[i] << 1 | (a[i] & 1));
}

__global__ void minima(const int* a, const unsigned* b, int* out) {
  const int i = threadIdx.x;
  out[i] = min(max(a[i], a[i + 1]), a[i + 2]) + static_cast<int>(max(min(b[i], b[i + 1]), 17u)) + max(a[i] + 5, 0);
}
