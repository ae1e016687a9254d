// Arithmetic rounded towards zero, down or up: plain loops in which the host's rounding mode is set.
#pragma once

#include <cstdint>

namespace whet::vgpu {

enum class Rounding : uint8_t { nearest, zero, down, up };
enum class Arithmetic : uint8_t { add, sub, mul, fma, div, rcp, sqrt };

// out[i] = a[i] op b[i] (op c[i]) for `count` values. Operands that the operation does not have are not read.
void compute_directed(Arithmetic op, Rounding rounding, int count, const float* a, const float* b, const float* c,
                      float* out);
void compute_directed(Arithmetic op, Rounding rounding, int count, const double* a, const double* b, const double* c,
                      double* out);

}  // namespace whet::vgpu
