// A real number with a bound on how far a kernel's floating-point result may be from it, whatever the order of its sums
// and whether it fuses multiply and add.
#pragma once

#include <string_view>
#include <vector>

#include "lift/evaluate/number_format.h"

namespace whet::lift {

// How exactly a kernel computes.
struct Precision {
  double rounding = 0;  // relative, of one operation: 2^-24 for fp32; twice that where the direction is open
  // The same of additions, and of divisions and functions: halves are often multiplied, but added as floats.
  double of_sums = 0, of_functions = 0;
  // It adds and multiplies only: what needs no rounding in the meaning needs none in the kernel, whatever the order.
  // Where it divides, the meaning may be exact and the kernel not: a running mean.
  bool is_ring = false;

  Precision(double relative, bool only_adds_and_multiplies = false)  // NOLINT(google-explicit-constructor)
      : rounding(relative), of_sums(relative), of_functions(relative), is_ring(only_adds_and_multiplies) {}
  // Whether sums and products of so many bits are exact.
  bool keeps(int bits) const;
};

struct Estimate {
  double value = 0;
  double error = 0;  // infinite: nothing is known
};

class EstimateMath {
 public:
  explicit EstimateMath(Precision precision);

  Estimate whole_number(int64_t value) const;
  // Stored in a narrower format, rounded to nearest.
  Estimate narrowed(Estimate x, NumberFormat format) const;
  Estimate product(const std::vector<Estimate>& factors) const;
  Estimate inverse(Estimate x) const;
  // One of both: when a comparison is too close to be decided.
  static Estimate either(Estimate a, Estimate b);

  struct Function {
    std::string_view name;
    double (*of)(double, double);
  };
  // nullptr: it is not known. The second argument of a function of one is ignored.
  static const Function* function(std::string_view name);
  Estimate call(const Function& function, Estimate a, Estimate b) const;

  Precision precision() const { return precision_; }

 private:
  bool may_overflow(double size) const;

  Precision precision_;
  double rounding_;
  double smallest_;  // below it, results are less exact or flushed to zero
};

// A sum of any number of terms in any order.
class EstimateSum {
 public:
  void add(Estimate term);
  Estimate total(Precision precision) const;

 private:
  double value_ = 0, error_ = 0, magnitude_ = 0;
  double infinite_ = 0;  // the sum of infinite terms
  double terms_ = 0;
  int last_ = 1 << 20;  // all terms are multiples of 2^last_
};

}  // namespace whet::lift
