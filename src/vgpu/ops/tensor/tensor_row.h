// Eight numbers of a matrix row in vector registers; compilers do not reliably vectorise this on their own.
#pragma once

#include <cstring>

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__FMA__)
#include <immintrin.h>
#endif

namespace whet::vgpu {

#if defined(__aarch64__)
template <typename T>
struct RowVector {
  typedef T Type __attribute__((vector_size(16)));
};
inline RowVector<float>::Type fused(float a, RowVector<float>::Type b, RowVector<float>::Type c) {
  return vfmaq_n_f32(c, b, a);
}
inline RowVector<double>::Type fused(double a, RowVector<double>::Type b, RowVector<double>::Type c) {
  return vfmaq_n_f64(c, b, a);
}
#elif defined(__FMA__)
template <typename T>
struct RowVector {
  typedef T Type __attribute__((vector_size(32)));
};
inline RowVector<float>::Type fused(float a, RowVector<float>::Type b, RowVector<float>::Type c) {
  return _mm256_fmadd_ps(_mm256_set1_ps(a), b, c);
}
inline RowVector<double>::Type fused(double a, RowVector<double>::Type b, RowVector<double>::Type c) {
  return _mm256_fmadd_pd(_mm256_set1_pd(a), b, c);
}
#else
template <typename T>
struct RowVector {
  typedef T Type;
};
inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
#endif

template <typename T>
class Row {
 public:
  explicit Row(const T* values) {
    for (int i = 0; i < k_parts; ++i) std::memcpy(&parts_[i], values + i * k_width, sizeof(Vector));
  }
  void store(T* values) const {
    for (int i = 0; i < k_parts; ++i) std::memcpy(values + i * k_width, &parts_[i], sizeof(Vector));
  }
  // this += factor * row, rounded once.
  void add_product(T factor, const Row& row) {
    for (int i = 0; i < k_parts; ++i) parts_[i] = fused(factor, row.parts_[i], parts_[i]);
  }

 private:
  using Vector = typename RowVector<T>::Type;
  static constexpr int k_width = sizeof(Vector) / sizeof(T), k_parts = 8 / k_width;
  Vector parts_[k_parts];
};

}  // namespace whet::vgpu
