// What random kernels are written with, the same text for both compilers. WHET_BOTH marks a function of both sides,
// WHET_APART one that is called, never inlined.
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;

// Inputs: every thread may read all of them.
struct In {
  u8 b[64];
  i8 sb[64];
  i16 h[64];
  u16 uh[64];
  u32 w[64];
  i32 sw[64];
  u64 d[64];
  i64 sd[64];
  f32 f[64];
  f64 g[64];
  uint4 q[16];
  uint2 r[16];
  char4 c[16];
  short2 s[16];
  ulonglong2 t[16];
};

// What belongs to one thread.
struct Slice {
  u64 result, shared_result, tail, vote;
  u8 b[16];
  i16 h[16];
  u32 w[8];
  i32 sw[8];
  u64 d[4];
  f32 f[4];
  f64 g[4];
  uint4 q[2];
  uint2 r[2];
  uchar4 c[4];
};

// Cells that all threads add to; each kind by one operation, so that the order does not matter.
struct Acc {
  u32 add32[8], max32[8], and32[8], or32[8], xor32[8], inc32[8];
  i32 min32[8];
  u64 add64[8], max64[8], xor64[8];
  i64 min64[8];
};

// The bits of a number, the same for every NaN: its sign and payload are defined on neither side. Compared as integers,
// because a compiler may take away a choice between a NaN and another one.
WHET_BOTH inline u32 bits(f32 x) {
  const u32 b = raw_bits(x);
  return (b & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : b;
}
WHET_BOTH inline u64 bits(f64 x) {
  const u64 b = raw_bits(x);
  return (b & 0x7fffffffffffffffull) > 0x7ff0000000000000ull ? 0x7ff8000000000000ull : b;
}
WHET_BOTH inline f32 plain(f32 x) {
  return from_bits(bits(x));
}
WHET_BOTH inline f64 plain(f64 x) {
  return from_bits(bits(x));
}
template <typename T>
WHET_BOTH inline T plain(T x) {
  return x;
}

// What a division may be by. It is by a number that is never zero, instead of not being done: nvcc 13.0 takes a test
// for zero out of a loop's last turn, and `rem.u32` by zero is then all ones.
template <typename T>
WHET_BOTH inline T divisor(T b) {
  return b == 0 || ((T)-1 < 0 && b == (T)-1) ? (T)1 : b;
}
template <typename T>
WHET_BOTH inline T divide(T a, T b) {
  if ((T)-1 < 0 && b == (T)-1) return (T)(0 - (u64)a);
  return (T)(a / divisor(b));
}
template <typename T>
WHET_BOTH inline T remain(T a, T b) {
  return (T)(a % divisor(b));
}
// nvcc makes min.f32 of the choice of the smaller number, which takes -0 where the choice takes +0.
WHET_BOTH inline f32 unsigned_zero(f32 x) {
  return bits(x) == 0x80000000u ? from_bits(0u) : x;
}
WHET_BOTH inline f64 unsigned_zero(f64 x) {
  return bits(x) == 0x8000000000000000ull ? from_bits(0ull) : x;
}
template <typename T>
WHET_BOTH inline T unsigned_zero(T x) {
  return x;
}
template <typename T>
WHET_BOTH inline T least(T a, T b) {
  a = unsigned_zero(a), b = unsigned_zero(b);
  return a < b ? a : b;
}
template <typename T>
WHET_BOTH inline T most(T a, T b) {
  a = unsigned_zero(a), b = unsigned_zero(b);
  return a > b ? a : b;
}
// A number of a type the value may not fit: only what fits is converted.
template <typename T, typename F>
WHET_BOTH inline T to_int(F x) {
  const F low = sizeof(T) == 8 ? (F)-9.0e18 : (F)-2.0e9, high = sizeof(T) == 8 ? (F)9.0e18 : (F)2.0e9;
  if (!(x > low && x < high)) return (T)(x != x ? 7 : 9);
  return (T)(i64)x;
}

WHET_BOTH inline u64 mix(u64 sum, u64 x) {
  return (sum ^ x) * 1099511628211ull + (sum >> 29);
}
WHET_BOTH inline u64 mix(u64 sum, f32 x) {
  return mix(sum, (u64)bits(x));
}
WHET_BOTH inline u64 mix(u64 sum, f64 x) {
  return mix(sum, bits(x));
}

WHET_BOTH inline u32 fold(uint4 v) {
  return v.x ^ v.y * 3u ^ v.z * 5u ^ v.w * 7u;
}
WHET_BOTH inline u32 fold(uint2 v) {
  return v.x ^ v.y * 3u;
}
WHET_BOTH inline u32 fold(char4 v) {
  return (u32)v.x ^ (u32)v.y * 3u ^ (u32)v.z * 5u ^ (u32)v.w * 7u;
}
WHET_BOTH inline u32 fold(uchar4 v) {
  return (u32)v.x ^ (u32)v.y * 3u ^ (u32)v.z * 5u ^ (u32)v.w * 7u;
}
WHET_BOTH inline u32 fold(short2 v) {
  return (u32)v.x ^ (u32)v.y * 3u;
}
WHET_BOTH inline u32 fold(ulonglong2 v) {
  return (u32)(v.x ^ v.y * 3u) ^ (u32)((v.x * 5u ^ v.y) >> 32);
}

// The k-th of the lanes in a mask, counted round.
WHET_BOTH inline u32 lane_in(u32 mask, u32 k) {
  u32 count = 0, found = 0;
  for (u32 i = 0; i < 32; ++i) count += mask >> i & 1;
  k %= count;
  for (u32 i = 0; i < 32; ++i) {
    if (!(mask >> i & 1)) continue;
    if (k-- == 0) found = i;
  }
  return found;
}

// With padding, which a debug build copies byte by byte: that reads what nobody wrote.
struct Pair {
  u64 a;
  u16 b;
  u8 c[5];
#ifdef WHET_NO_PADDING
  u8 spare;
#endif
};
WHET_APART Pair far_pair(Pair p, u32 x) {
  p.a = p.a * 31u + x;
  p.b = (u16)(p.b ^ x);
  p.c[x % 5] = (u8)(p.c[x % 5] + x);
  return p;
}
WHET_BOTH inline u64 far_mix(u64 a, u32 b, u32 c) {
  Pair p;
#ifdef WHET_NO_PADDING
  p.spare = 0;
#endif
  p.a = a;
  p.b = (u16)b;
  for (u32 i = 0; i < 5; ++i) p.c[i] = (u8)(b >> i);
  p = far_pair(p, c);
  return p.a + p.b * 65536ull + p.c[b % 5];
}
WHET_APART u32 far_touch(u32* at, u32 x) {
  const u32 old = *at;
  *at = old * 3u + x;
  return old;
}
WHET_APART u32 far_walk(const u32* from, u32 count, u32 stop) {
  u32 sum = 0;
  for (u32 i = 0; i < count; ++i) {
    if (from[i] % 17u == stop) return sum;
    sum = sum * 33u + from[i];
  }
  return sum ^ 1u;
}
