// A real number with a bound on how far a kernel's floating-point result may be from it, whatever the order of its sums
// and whether it fuses multiply and add.
#pragma once

#include <string_view>
#include <vector>

namespace whet::lift {

struct Estimate {
  double value = 0;
  double error = 0;  // infinite: nothing is known
};

// Arithmetic with results rounded to a relative `rounding`, 2^-24 for fp32.
class EstimateMath {
 public:
  explicit EstimateMath(double rounding) : rounding_(rounding) {}

  Estimate rounded(Estimate x) const;
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

  double rounding() const { return rounding_; }

 private:
  double rounding_;
};

// A sum of any number of terms in any order.
class EstimateSum {
 public:
  void add(Estimate term);
  Estimate total(double rounding) const;

 private:
  double value_ = 0, error_ = 0, magnitude_ = 0;
  double terms_ = 0;
};

}  // namespace whet::lift
