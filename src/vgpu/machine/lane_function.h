// Turns a function of one lane's values into the two handlers of an op: one for 32 lanes, one for a scalar.
//
//   float scaled(float a, float b) { return a * b; }
//   table.add("scaled.f32", each<scaled>);      dst = scaled(op.a, op.b), wherever the operands are stored
#pragma once

#include <cstddef>
#include <utility>

#include "vgpu/machine/handler.h"

namespace whet::vgpu {

struct Handlers {
  Handler lanes = nullptr;
  Handler uniform = nullptr;  // for a scalar destination: computed once for all lanes
  size_t sources = 1;         // number of operands that they read
};

inline constexpr Ref Op::* k_sources[] = {&Op::a, &Op::b, &Op::c, &Op::d};

template <size_t index, typename T>
struct NumberedSource : Source<T> {
  using Source<T>::Source;
};

// The source operands of an op, of types A...
template <typename Indices, typename... A>
class Sources;
template <size_t... i, typename... A>
class Sources<std::index_sequence<i...>, A...> : NumberedSource<i, A>... {
 public:
  Sources(const Warp& warp, const Op& op) : NumberedSource<i, A>(warp, op.*k_sources[i])... {}
  template <auto fn>
  auto apply(int lane) const {
    return fn(NumberedSource<i, A>::operator[](lane)...);
  }
  template <auto fn>
  static auto apply_scalars(const Warp& warp, const Op& op) {
    return fn(warp.scalar_value<A>(op.*k_sources[i])...);
  }
};
template <typename... A>
using SourcesOf = Sources<std::index_sequence_for<A...>, A...>;

// Like write_lanes, with one loop for full and partial masks: half the code, and the masked case vectorises too.
template <typename T, typename F>
inline void write_each(Warp& warp, Ref dst, F compute) {
  T* const values = warp.lanes<T>(dst);
  alignas(64) T fresh[k_lanes];
  T* const out = warp.full() ? values : fresh;
  WHET_LANES_ARE_INDEPENDENT
  for (int lane = 0; lane < k_lanes; ++lane) out[lane] = compute(lane);
  if (warp.full()) return;
  for (int lane = 0; lane < k_lanes; ++lane) values[lane] = warp.lane_words[lane] ? fresh[lane] : values[lane];
}

template <auto fn>
struct Each;
template <typename D, typename... A, D (*fn)(A...)>
struct Each<fn> {
  static constexpr size_t k_sources_read = sizeof...(A);
  // Without `flatten` the compiler leaves calls in loops that it could vectorise.
  [[gnu::flatten]] static void lanes(Warp& warp, const Op& op) {
    const SourcesOf<A...> sources(warp, op);
    write_each<D>(warp, op.dst, [&](int lane) { return sources.template apply<fn>(lane); });
  }
  static void uniform(Warp& warp, const Op& op) {
    warp.scalar<D>(op.dst) = SourcesOf<A...>::template apply_scalars<fn>(warp, op);
  }
};
template <auto fn>
inline constexpr Handlers each = {Each<fn>::lanes, Each<fn>::uniform, Each<fn>::k_sources_read};

// `plain` is cheaper and equals `careful` unless the result is NaN, so `careful` runs only for a warp with a NaN.
template <auto plain, auto careful>
struct EachUnlessNan;
template <typename D, typename... A, D (*plain)(A...), D (*careful)(A...)>
struct EachUnlessNan<plain, careful> {
  [[gnu::flatten]] static void lanes(Warp& warp, const Op& op) {
    const SourcesOf<A...> sources(warp, op);
    alignas(64) D fresh[k_lanes];
    uint64_t nans = 0;
    for (int lane = 0; lane < k_lanes; ++lane) {
      fresh[lane] = sources.template apply<plain>(lane);
      nans |= fresh[lane] != fresh[lane] ? 1 : 0;
    }
    if (nans) {
      write_each<D>(warp, op.dst, [&](int lane) { return sources.template apply<careful>(lane); });
    } else {
      write_each<D>(warp, op.dst, [&](int lane) { return fresh[lane]; });
    }
  }
};
template <auto plain, auto careful>
inline constexpr Handlers each_unless_nan = {EachUnlessNan<plain, careful>::lanes, Each<careful>::uniform,
                                             Each<careful>::k_sources_read};

}  // namespace whet::vgpu
