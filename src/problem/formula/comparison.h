// An output against what it should be, element by element: what CPU and GPU compute alike. Parts of an array are
// compared apart and their findings added up; nothing depends on how the array was divided.
#pragma once

#include "problem/formula/codec.h"

namespace whet::formula {

inline constexpr uint64_t k_no_element = ~uint64_t{0};

WHET_BOTH double infinity() {
  return double_of(uint64_t{0x7ff} << 52);
}

// What is allowed at each element: absolute + relative * |expected|, and more where the values of the element's row or
// column are usually larger than those of the whole array.
struct Allowance {
  double absolute = 0, relative = 0;
  double share_of_typical = 0;   // 0: the absolute part is the same everywhere
  double whole = 0;              // what is usual in the array
  const double* rows = nullptr;  // what is usual in each row; nullptr: not known yet
  const double* columns = nullptr;
  const float* slack = nullptr;        // adds to the tolerance of each element; nullptr: nothing
  const double* wide_slack = nullptr;  // the same in doubles
  uint64_t row_length = 1, column_count = 1;

  WHET_BOTH double slack_at(uint64_t i) const {
    return (slack ? static_cast<double>(slack[i]) : 0.0) + (wide_slack ? wide_slack[i] : 0.0);
  }
  WHET_BOTH double least(uint64_t i, double size) const { return absolute + relative * size + slack_at(i); }
  WHET_BOTH double typical(uint64_t i) const {
    const double row = rows ? rows[i / row_length] : 0.0, column = columns ? columns[i % column_count] : 0.0;
    return most(whole, most(row, column));
  }
  // Rows and columns are looked at where the whole array's measure does not do.
  WHET_BOTH double at(uint64_t i, double size) const {
    return least(i, size) + (share_of_typical > 0 ? share_of_typical * (typical(i) - whole) : 0.0);
  }
};

// An element and a measure of it; of two with the same measure the first one counts.
struct Extreme {
  double measure = 0;
  uint64_t index = k_no_element;

  WHET_BOTH void consider(double other, uint64_t at) {
    if (other > measure || (other == measure && at < index && other > 0)) measure = other, index = at;
  }
};

// What was found among some of the elements.
struct ComparedPart {
  uint64_t mismatches = 0, nans = 0, infinities = 0, unexpected_nans = 0;
  uint64_t first = k_no_element;  // mismatch
  Extreme worst;                  // by how far it is outside its tolerance
  Extreme closest;                // by its difference as a share of what is allowed
  double max_absolute = 0, max_relative = 0;

  WHET_BOTH void add_mismatch(uint64_t i, double excess) {
    ++mismatches;
    first = formula::least(first, i);
    worst.consider(excess, i);
  }
  WHET_BOTH void add(const ComparedPart& other) {
    mismatches += other.mismatches;
    nans += other.nans;
    infinities += other.infinities;
    unexpected_nans += other.unexpected_nans;
    first = formula::least(first, other.first);
    worst.consider(other.worst.measure, other.worst.index);
    closest.consider(other.closest.measure, other.closest.index);
    max_absolute = most(max_absolute, other.max_absolute);
    max_relative = most(max_relative, other.max_relative);
  }
};

// Whether a value exceeds its type in the direction of an infinity once it is moved by its tolerance.
template <typename Codec>
WHET_BOTH bool reaches(double infinity, double value, double room) {
  return Codec::decode(Codec::encode(value + with_sign_of(room, value))) == infinity;
}

// Of two elements, one of which is not a finite number. An infinity agrees with whatever the output's type cannot hold
// in that direction, within the tolerance; and a finite value with an infinity that was not sure, as its slack says.
template <typename Codec>
WHET_BOTH void compare_special(uint64_t i, double got, double expected, const Allowance& allowance,
                               ComparedPart& part) {
  const bool got_nan = got != got, expected_nan = expected != expected;
  if (got_nan) ++part.nans, part.unexpected_nans += !expected_nan;
  if (!got_nan && !is_finite(got)) ++part.infinities;
  bool agree = got_nan && expected_nan;
  if (!got_nan && !expected_nan && is_finite(got)) {
    const double room = allowance.absolute + allowance.relative * magnitude(got);
    agree = !is_finite(allowance.slack_at(i)) && reaches<Codec>(expected, got, room);
  } else if (!got_nan && !expected_nan) {
    agree = reaches<Codec>(got, expected, is_finite(expected) ? allowance.at(i, magnitude(expected)) : 0);
  }
  if (!agree) part.add_mismatch(i, infinity());
}

template <typename Codec>
WHET_BOTH void compare_element(uint64_t i, double got, double expected, const Allowance& allowance,
                               ComparedPart& part) {
  const double size = magnitude(expected), difference = magnitude(got - expected);
  if (!is_finite(difference)) return compare_special<Codec>(i, got, expected, allowance, part);
  if (difference == 0) return;
  part.max_absolute = most(part.max_absolute, difference);
  // Divides where the quotient may be the largest, which is rarely.
  if (size > 0 && difference >= part.max_relative * size * (1 - 0x1p-50))
    part.max_relative = most(part.max_relative, difference / size);
  double allowed = allowance.least(i, size);
  if (difference > allowed) allowed = allowance.at(i, size);
  if (difference > allowed) part.add_mismatch(i, difference - allowed);
  if (difference >= part.closest.measure * allowed * (1 - 0x1p-50)) part.closest.consider(difference / allowed, i);
}

// Whether a result exceeds its type, and not for nearly the same inputs: which of the two it is, rounding decides.
WHET_BOTH bool is_unsure_infinity(double expected, double moved) {
  return expected == expected && !is_finite(expected) && is_finite(moved);
}

// How far a result moved between two answers, as an addition to its tolerance: a multiple of that, or of what those
// around it usually moved, because one change may leave an element where it was.
struct Widening {
  double multiple = 1;
  Allowance around;  // what is usual in the array, its rows and columns

  WHET_BOTH double at(uint64_t i, double slack, double expected, double moved) const {
    if (is_unsure_infinity(expected, moved)) return infinity();
    const double change = magnitude(moved - expected);
    return is_finite(change) ? most(slack, multiple * most(change, around.typical(i))) : slack;
  }
};

// Among elements of two arrays: how many differ by the mask, and how many by anything else.
struct MaskedPart {
  uint64_t by_mask = 0, otherwise = 0;

  WHET_BOTH void consider(uint64_t difference, uint64_t mask) {
    by_mask += difference == mask && difference != 0;
    otherwise += difference != mask && difference != 0;
  }
  WHET_BOTH void add(const MaskedPart& other) {
    by_mask += other.by_mask;
    otherwise += other.otherwise;
  }
};

// The place of a value in a table that is in order; `count`: it is not there.
WHET_BOTH uint64_t place_among(const double* table, uint64_t count, double value) {
  uint64_t begin = 0, end = count;
  while (begin < end) {
    const uint64_t middle = begin + (end - begin) / 2;
    (table[middle] < value ? begin : end) = table[middle] < value ? middle + 1 : middle;
  }
  return begin < count && table[begin] == value ? begin : count;
}

}  // namespace whet::formula
