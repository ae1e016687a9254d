// The floating-point formats of a kernel's numbers: how many bits they have, and what is nearest to a number in them.
#pragma once

#include <cstdint>

namespace whet::lift {

enum class NumberFormat : uint8_t { half, bfloat16, fp32, fp64 };

struct FormatFacts {
  int significant_bits;  // with the one that is not stored
  int lowest_exponent;   // of the last bit of subnormal numbers: 2^lowest_exponent is the smallest number above zero
  double most;           // the largest finite number
};
const FormatFacts& facts_of(NumberFormat format);

// Of elements of 2, 4 or 8 bytes.
NumberFormat format_of(int bytes, bool is_bfloat);

// The nearest number of the format, of two the even one; infinite beyond its range.
double nearest(double value, NumberFormat format);
// Its bits, and back.
uint64_t bits_of(double value, NumberFormat format);
double number_of(uint64_t bits, NumberFormat format);

// How many bits a number takes without the zeros at its end: 1 for powers of two, 0 for zero.
int significant_bits(double value);
// The exponent of its last bit that is not zero: 12 has 2.
int lowest_exponent(double value);

}  // namespace whet::lift
