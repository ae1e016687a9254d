// Turns a function of one lane's values into the two handlers of an op: 32 lanes at a time, and once for a scalar.
//
//   float twice(float a) { return a + a; }
//   table.add("twice.f32", each<twice>);      dst = twice(op.a), whatever the operands' places
#pragma once

#include "vgpu/handler.h"

namespace whet::vgpu {

struct Handlers {
  Handler lanes = nullptr;
  Handler uniform = nullptr;  // destination is a scalar: computed once, for all lanes
};

template <auto fn>
struct Each;

template <typename D, typename A, D (*fn)(A)>
struct Each<fn> {
  static void lanes(Warp& warp, const Op& op) {
    const Source<A> a(warp, op.a);
    write_lanes<D>(warp, op.dst, [&](int lane) { return fn(a[lane]); });
  }
  static void uniform(Warp& warp, const Op& op) { warp.scalar<D>(op.dst) = fn(warp.scalar_value<A>(op.a)); }
};

template <typename D, typename A, typename B, D (*fn)(A, B)>
struct Each<fn> {
  static void lanes(Warp& warp, const Op& op) {
    const Source<A> a(warp, op.a);
    const Source<B> b(warp, op.b);
    write_lanes<D>(warp, op.dst, [&](int lane) { return fn(a[lane], b[lane]); });
  }
  static void uniform(Warp& warp, const Op& op) {
    warp.scalar<D>(op.dst) = fn(warp.scalar_value<A>(op.a), warp.scalar_value<B>(op.b));
  }
};

template <typename D, typename A, typename B, typename C, D (*fn)(A, B, C)>
struct Each<fn> {
  static void lanes(Warp& warp, const Op& op) {
    const Source<A> a(warp, op.a);
    const Source<B> b(warp, op.b);
    const Source<C> c(warp, op.c);
    write_lanes<D>(warp, op.dst, [&](int lane) { return fn(a[lane], b[lane], c[lane]); });
  }
  static void uniform(Warp& warp, const Op& op) {
    warp.scalar<D>(op.dst) =
        fn(warp.scalar_value<A>(op.a), warp.scalar_value<B>(op.b), warp.scalar_value<C>(op.c));
  }
};

template <typename T, typename A, typename B, typename C, typename D, T (*fn)(A, B, C, D)>
struct Each<fn> {
  static void lanes(Warp& warp, const Op& op) {
    const Source<A> a(warp, op.a);
    const Source<B> b(warp, op.b);
    const Source<C> c(warp, op.c);
    const Source<D> d(warp, op.d);
    write_lanes<T>(warp, op.dst, [&](int lane) { return fn(a[lane], b[lane], c[lane], d[lane]); });
  }
  static void uniform(Warp& warp, const Op& op) {
    warp.scalar<T>(op.dst) = fn(warp.scalar_value<A>(op.a), warp.scalar_value<B>(op.b), warp.scalar_value<C>(op.c),
                                warp.scalar_value<D>(op.d));
  }
};

template <auto fn>
inline constexpr Handlers each = {Each<fn>::lanes, Each<fn>::uniform};

}  // namespace whet::vgpu
