#include "random_kernels/tables.h"

namespace whet::random_kernels {

const std::vector<Intrinsic>& intrinsics() {
  using enum Type;
  static const std::vector<Intrinsic> all = {
      {"__popc", i32, {u32}},
      {"__popcll", i32, {u64}},
      {"__clz", i32, {i32}},
      {"__clzll", i32, {i64}},
      {"__ffs", i32, {i32}},
      {"__ffsll", i32, {i64}},
      {"__brev", u32, {u32}},
      {"__brevll", u64, {u64}},
      {"__umulhi", u32, {u32, u32}},
      {"__mulhi", i32, {i32, i32}},
      {"__umul64hi", u64, {u64, u64}},
      {"__mul64hi", i64, {i64, i64}},
      {"__byte_perm", u32, {u32, u32, u32}},
      {"__funnelshift_l", u32, {u32, u32, u32}},
      {"__funnelshift_r", u32, {u32, u32, u32}},
      {"__funnelshift_lc", u32, {u32, u32, u32}},
      {"__funnelshift_rc", u32, {u32, u32, u32}},
      {"__sad", u32, {i32, i32, u32}},
      {"__usad", u32, {u32, u32, u32}},
      {"__hadd", i32, {i32, i32}},
      {"__rhadd", i32, {i32, i32}},
      {"__uhadd", u32, {u32, u32}},
      {"__urhadd", u32, {u32, u32}},
      // Products that fit: for sm_120 nvcc takes for granted that they do.
      {"__mul24", i32, {i16, i16}},
      {"__umul24", u32, {u16, u16}},
      {"__dp4a", i32, {i32, i32, i32}},
      {"__dp4a", u32, {u32, u32, u32}},
      {"__vadd4", u32, {u32, u32}},
      {"__vsub4", u32, {u32, u32}},
      {"__vmaxu4", u32, {u32, u32}},
      {"__vabsdiffu4", u32, {u32, u32}},
      {"__vcmpgtu4", u32, {u32, u32}},
      {"bits", u32, {f32}},
      {"bits", u64, {f64}},
      {"from_bits", f32, {u32}},
      {"from_bits", f64, {u64}},
      {"fmaf", f32, {f32, f32, f32}},
      {"fma", f64, {f64, f64, f64}},
      {"sqrtf", f32, {f32}},
      {"sqrt", f64, {f64}},
      {"fabsf", f32, {f32}},
      {"fabs", f64, {f64}},
      {"truncf", f32, {f32}},
      {"floor", f64, {f64}},
      {"rintf", f32, {f32}},
      {"far_mix", u64, {u64, u32, u32}},
  };
  return all;
}

}  // namespace whet::random_kernels
