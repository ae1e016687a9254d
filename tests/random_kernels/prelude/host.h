// The host's side of a random kernel: CUDA's types and functions as their documentation defines them.
#include <cmath>
#include <cstring>
#define WHET_BOTH static
#define WHET_APART static __attribute__((noinline, unused))
#define WHET_CONSTANT static const

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(4) char4 {
  signed char x, y, z, w;
};
struct alignas(4) uchar4 {
  unsigned char x, y, z, w;
};
struct alignas(4) short2 {
  short x, y;
};
struct alignas(16) ulonglong2 {
  unsigned long long x, y;
};

static inline unsigned raw_bits(float x) {
  unsigned b;
  std::memcpy(&b, &x, 4);
  return b;
}
static inline unsigned long long raw_bits(double x) {
  unsigned long long b;
  std::memcpy(&b, &x, 8);
  return b;
}
static inline float from_bits(unsigned x) {
  float f;
  std::memcpy(&f, &x, 4);
  return f;
}
static inline double from_bits(unsigned long long x) {
  double f;
  std::memcpy(&f, &x, 8);
  return f;
}

static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
  return {x, y, z, w};
}
static inline uint2 make_uint2(unsigned x, unsigned y) {
  return {x, y};
}
static inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) {
  return {x, y, z, w};
}
