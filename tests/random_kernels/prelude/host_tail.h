static inline i32 __popc(u32 x) {
  i32 n = 0;
  for (; x; x >>= 1) n += x & 1;
  return n;
}
static inline i32 __popcll(u64 x) {
  return __popc((u32)x) + __popc((u32)(x >> 32));
}
static inline i32 __clz(i32 x) {
  i32 n = 0;
  while (n < 32 && !((u32)x >> (31 - n) & 1)) ++n;
  return n;
}
static inline i32 __clzll(i64 x) {
  i32 n = 0;
  while (n < 64 && !((u64)x >> (63 - n) & 1)) ++n;
  return n;
}
static inline i32 __ffs(i32 x) {
  for (i32 i = 0; i < 32; ++i)
    if ((u32)x >> i & 1) return i + 1;
  return 0;
}
static inline i32 __ffsll(i64 x) {
  for (i32 i = 0; i < 64; ++i)
    if ((u64)x >> i & 1) return i + 1;
  return 0;
}
static inline u32 __brev(u32 x) {
  u32 r = 0;
  for (i32 i = 0; i < 32; ++i) r |= (x >> i & 1) << (31 - i);
  return r;
}
static inline u64 __brevll(u64 x) {
  u64 r = 0;
  for (i32 i = 0; i < 64; ++i) r |= (x >> i & 1) << (63 - i);
  return r;
}
static inline u32 __umulhi(u32 a, u32 b) {
  return (u32)((u64)a * b >> 32);
}
static inline i32 __mulhi(i32 a, i32 b) {
  return (i32)((i64)a * b >> 32);
}
static inline u64 __umul64hi(u64 a, u64 b) {
  return (u64)((unsigned __int128)a * b >> 64);
}
static inline i64 __mul64hi(i64 a, i64 b) {
  return (i64)((__int128)a * b >> 64);
}
static inline u32 __byte_perm(u32 x, u32 y, u32 s) {
  const u64 all = (u64)y << 32 | x;
  u32 r = 0;
  for (i32 i = 0; i < 4; ++i) r |= (u32)(all >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
  return r;
}
static inline u32 __funnelshift_l(u32 lo, u32 hi, u32 n) {
  return (u32)(((u64)hi << 32 | lo) << (n & 31) >> 32);
}
static inline u32 __funnelshift_r(u32 lo, u32 hi, u32 n) {
  return (u32)(((u64)hi << 32 | lo) >> (n & 31));
}
static inline u32 __funnelshift_lc(u32 lo, u32 hi, u32 n) {
  return n >= 32 ? lo : __funnelshift_l(lo, hi, n);
}
static inline u32 __funnelshift_rc(u32 lo, u32 hi, u32 n) {
  return n >= 32 ? hi : __funnelshift_r(lo, hi, n);
}
static inline u32 __sad(i32 a, i32 b, u32 c) {
  return (u32)((i64)a > b ? (i64)a - b : (i64)b - a) + c;
}
static inline u32 __usad(u32 a, u32 b, u32 c) {
  return (a > b ? a - b : b - a) + c;
}
static inline i32 __hadd(i32 a, i32 b) {
  return (i32)(((i64)a + b) >> 1);
}
static inline i32 __rhadd(i32 a, i32 b) {
  return (i32)(((i64)a + b + 1) >> 1);
}
static inline u32 __uhadd(u32 a, u32 b) {
  return (u32)(((u64)a + b) >> 1);
}
static inline u32 __urhadd(u32 a, u32 b) {
  return (u32)(((u64)a + b + 1) >> 1);
}
static inline i32 __mul24(i32 a, i32 b) {
  return (i32)(u32)((i64)((i32)((u32)a << 8) >> 8) * ((i32)((u32)b << 8) >> 8));
}
static inline u32 __umul24(u32 a, u32 b) {
  return (u32)((u64)(a & 0xffffff) * (b & 0xffffff));
}
static inline i32 __dp4a(i32 a, i32 b, i32 c) {
  u32 sum = (u32)c;
  for (i32 i = 0; i < 4; ++i) sum += (u32)((i32)(i8)((u32)a >> 8 * i) * (i32)(i8)((u32)b >> 8 * i));
  return (i32)sum;
}
static inline u32 __dp4a(u32 a, u32 b, u32 c) {
  for (i32 i = 0; i < 4; ++i) c += (a >> 8 * i & 255) * (b >> 8 * i & 255);
  return c;
}
template <typename F>
static inline u32 by_bytes(u32 a, u32 b, F f) {
  u32 r = 0;
  for (i32 i = 0; i < 4; ++i) r |= ((u32)f((i32)(a >> 8 * i & 255), (i32)(b >> 8 * i & 255)) & 255u) << 8 * i;
  return r;
}
static inline u32 __vadd4(u32 a, u32 b) {
  return by_bytes(a, b, [](i32 x, i32 y) { return x + y; });
}
static inline u32 __vsub4(u32 a, u32 b) {
  return by_bytes(a, b, [](i32 x, i32 y) { return x - y; });
}
static inline u32 __vmaxu4(u32 a, u32 b) {
  return by_bytes(a, b, [](i32 x, i32 y) { return x > y ? x : y; });
}
static inline u32 __vabsdiffu4(u32 a, u32 b) {
  return by_bytes(a, b, [](i32 x, i32 y) { return x > y ? x - y : y - x; });
}
static inline u32 __vcmpgtu4(u32 a, u32 b) {
  return by_bytes(a, b, [](i32 x, i32 y) { return x > y ? 255 : 0; });
}

template <int k>
static inline u32 near_shared(const u32* at) {
  return *at;
}
template <int k>
static inline u32 near_global(const u32* at) {
  return *at;
}
template <int k>
static inline void put_shared(u32* at, u32 value) {
  *at = value;
}
template <typename T, typename V>
static inline T replace(T* at, V value) {
  const T old = *at;
  *at = (T)value;
  return old;
}
template <typename T, typename V>
static inline T atomicAdd(T* at, V x) {
  return replace(at, (u64)*at + (u64)x);
}
static inline u32 atomicSub(u32* at, u32 x) {
  return replace(at, *at - x);
}
template <typename T, typename V>
static inline T atomicExch(T* at, V x) {
  return replace(at, x);
}
template <typename T, typename V>
static inline T atomicMin(T* at, V x) {
  return replace(at, (T)x < *at ? (T)x : *at);
}
template <typename T, typename V>
static inline T atomicMax(T* at, V x) {
  return replace(at, (T)x > *at ? (T)x : *at);
}
template <typename T, typename V>
static inline T atomicAnd(T* at, V x) {
  return replace(at, *at & (T)x);
}
template <typename T, typename V>
static inline T atomicOr(T* at, V x) {
  return replace(at, *at | (T)x);
}
template <typename T, typename V>
static inline T atomicXor(T* at, V x) {
  return replace(at, *at ^ (T)x);
}
static inline u32 atomicInc(u32* at, u32 x) {
  return replace(at, *at >= x ? 0u : *at + 1);
}
static inline u32 atomicDec(u32* at, u32 x) {
  return replace(at, *at == 0 || *at > x ? x : *at - 1);
}
template <typename T, typename V>
static inline T atomicCAS(T* at, V expected, V x) {
  return replace(at, *at == (T)expected ? (T)x : *at);
}
template <int k>
static inline u32 add_shared(u32* at, u32 value) {
  return atomicAdd(at, value);
}
static inline void cas_add(u32* at, u32 x) {
  *at += x;
}
static inline void cas_max(u32* at, u32 x) {
  *at = x > *at ? x : *at;
}

// The lanes that take part, of every warp of a block.
struct Masks {
  u32 of[32];
};
template <typename T, typename F>
static void each(const Masks& masks, T* threads, u32 count, F run) {
  for (u32 i = 0; i < count; ++i)
    if (masks.of[i / 32] >> (i & 31) & 1) run(threads[i]);
}
static inline bool any_lane(const Masks& masks) {
  for (u32 m : masks.of)
    if (m) return true;
  return false;
}
// Those whose `flag` is as wanted.
template <typename T>
static Masks those(const Masks& masks, T* threads, u32 count, bool wanted) {
  Masks kept = {};
  each(masks, threads, count, [&](T& t) {
    if (t.flag == wanted) kept.of[t.tid / 32] |= 1u << (t.tid & 31);
  });
  return kept;
}
// t.answer from t.asked and t.which of the lanes that take part, lane by lane as each instruction is defined.
enum Collective {
  c_index,
  c_up,
  c_down,
  c_butterfly,
  c_ballot,
  c_any,
  c_all,
  c_match,
  c_match_all,
  c_add,
  c_min,
  c_max,
  c_smin,
  c_smax,
  c_and,
  c_or,
  c_xor
};
template <typename T>
static void collect(const Masks& masks, T* threads, u32 count, Collective kind, u32 width) {
  each(masks, threads, count, [&](T& t) {
    const u32 m = masks.of[t.tid / 32], lane = t.tid & 31, first = lane / width * width;
    T* const warp = threads + t.tid / 32 * 32;
    u32 from = lane;
    if (kind == c_index) from = t.which;
    if (kind == c_up && lane >= first + t.which) from = lane - t.which;
    if (kind == c_down && lane + t.which < first + width) from = lane + t.which;
    if (kind == c_butterfly) from = lane ^ t.which;
    if (kind <= c_butterfly) {
      t.answer = warp[from].asked;
      return;
    }
    u64 set = 0, same = 0, all_same = 1, result = 0;
    bool begun = false;
    for (u32 i = 0; i < 32; ++i) {
      if (!(m >> i & 1)) continue;
      const u64 x = warp[i].asked;
      if (x) set |= 1ull << i;
      if (x == t.asked)
        same |= 1ull << i;
      else
        all_same = 0;
      const u32 a = (u32)result, b = (u32)x;
      if (!begun)
        result = b;
      else if (kind == c_add)
        result = a + b;
      else if (kind == c_min)
        result = a < b ? a : b;
      else if (kind == c_max)
        result = a > b ? a : b;
      else if (kind == c_smin)
        result = (u32)((i32)a < (i32)b ? a : b);
      else if (kind == c_smax)
        result = (u32)((i32)a > (i32)b ? a : b);
      else if (kind == c_and)
        result = a & b;
      else if (kind == c_or)
        result = a | b;
      else
        result = a ^ b;
      begun = true;
    }
    if (kind == c_ballot) result = set;
    if (kind == c_any) result = set != 0;
    if (kind == c_all) result = set == m;
    if (kind == c_match) result = same;
    if (kind == c_match_all) result = all_same ? m : 0;
    t.answer = result;
  });
}

// Inputs of a seed: numbers of all sizes, floating-point ones mostly finite.
static inline u64 next_random(u64& state) {
  u64 z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}
static inline u64 sized_random(u64& state) {
  const u64 x = next_random(state);
  switch (x & 7) {
    case 0:
      return x >> 60;
    case 1:
      return x >> 48;
    case 2:
      return 0 - (x >> 58);
    case 3:
      return 1ull << (x >> 58);
    default:
      return next_random(state);
  }
}
static inline f64 random_number(u64& state) {
  const u64 x = next_random(state);
  const f64 fraction = (f64)(i64)(x >> 11) / 4503599627370496.0 - 1.0;
  switch (x & 15) {
    case 0:
      return 0.0;
    case 1:
      return -0.0;
    case 2:
      return 1.0 / 0.0;
    case 3:
      return 0.0 / 0.0;
    case 4:
      return fraction * 1e-42;
    case 5:
      return fraction * 1e38;
    case 6:
      return (f64)(i64)(x >> 56);
    default:
      return fraction * 64;
  }
}
static inline void fill_bytes(void* to, u64 bytes, u64& state) {
  for (u64 i = 0; i < bytes; i += 4) {
    const u32 x = (u32)sized_random(state);
    std::memcpy((char*)to + i, &x, bytes - i < 4 ? bytes - i : 4);
  }
}
extern "C" __attribute__((visibility("default"))) u32 whet_in_bytes() {
  return sizeof(In);
}
extern "C" __attribute__((visibility("default"))) u32 whet_slice_bytes() {
  return sizeof(Slice);
}
extern "C" __attribute__((visibility("default"))) u32 whet_acc_bytes() {
  return sizeof(Acc);
}
extern "C" __attribute__((visibility("default"))) void whet_fill(In* in, Slice* slices, u32 threads, Acc* acc,
                                                                 u64 seed) {
  fill_bytes(in, sizeof(In), seed);
  for (f32& x : in->f) x = (f32)random_number(seed);
  for (f64& x : in->g) x = random_number(seed);
  fill_bytes(slices, threads * sizeof(Slice), seed);
  for (u32 i = 0; i < threads; ++i) {
    for (f32& x : slices[i].f) x = plain((f32)random_number(seed));
    for (f64& x : slices[i].g) x = plain(random_number(seed));
  }
  fill_bytes(acc, sizeof(Acc), seed);
}
