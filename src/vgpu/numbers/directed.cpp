#include "vgpu/numbers/directed.h"

#include <cfenv>

#include "vgpu/numbers/float_ops.h"

namespace whet::vgpu {

namespace {

// Sets the rounding mode for a scope. The fesetround calls are opaque to the compiler and the operands are in memory
// that it must assume those calls access, so it cannot move the arithmetic out of the scope.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding rounding) : old_(std::fegetround()) {
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[static_cast<int>(rounding)]);
    asm volatile("" ::: "memory");
  }
  ~RoundingScope() {
    asm volatile("" ::: "memory");
    std::fesetround(old_);
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
  int old_;
};

template <typename T>
void compute(Arithmetic op, int count, const T* a, const T* b, const T* c, T* out) {
  const auto each_of = [&](auto value) {
    for (int i = 0; i < count; ++i) out[i] = value(i);
  };
  switch (op) {
    case Arithmetic::add:
      return each_of([&](int i) { return a[i] + b[i]; });
    case Arithmetic::sub:
      return each_of([&](int i) { return a[i] - b[i]; });
    case Arithmetic::mul:
      return each_of([&](int i) { return a[i] * b[i]; });
    case Arithmetic::fma:
      return each_of([&](int i) { return fused(a[i], b[i], c[i]); });
    case Arithmetic::div:
      return each_of([&](int i) { return a[i] / b[i]; });
    case Arithmetic::rcp:
      return each_of([&](int i) { return 1 / a[i]; });
    case Arithmetic::sqrt:
      return each_of([&](int i) { return root(a[i]); });
  }
}

}  // namespace

void compute_directed(Arithmetic op, Rounding rounding, int count, const float* a, const float* b, const float* c,
                      float* out) {
  const RoundingScope scope(rounding);
  compute(op, count, a, b, c, out);
}

void compute_directed(Arithmetic op, Rounding rounding, int count, const double* a, const double* b, const double* c,
                      double* out) {
  const RoundingScope scope(rounding);
  compute(op, count, a, b, c, out);
}

}  // namespace whet::vgpu
