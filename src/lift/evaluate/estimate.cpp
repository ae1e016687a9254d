#include "lift/evaluate/estimate.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace whet::lift {
namespace {

// How much less exact than one rounding division and functions may be: their fast forms have some units in the last
// place, and the argument of a fast exponential is scaled first.
constexpr double k_division_roundings = 4, k_function_roundings = 32;
constexpr double k_half_function_roundings = 4;  // those of half precision are computed in fp32
constexpr double k_smallest_normal = 1.2e-38;    // of fp32; below it, kernels may flush to zero

using Of = double (*)(double, double);
constexpr EstimateMath::Function k_functions_of_reals[] = {
    {"abs", [](double x, double) { return std::abs(x); }},
    {"exp", [](double x, double) { return std::exp(x); }},
    {"exp2", [](double x, double) { return std::exp2(x); }},
    {"exp10", [](double x, double) { return std::pow(10.0, x); }},
    {"expm1", [](double x, double) { return std::expm1(x); }},
    {"log", [](double x, double) { return std::log(x); }},
    {"log2", [](double x, double) { return std::log2(x); }},
    {"log10", [](double x, double) { return std::log10(x); }},
    {"log1p", [](double x, double) { return std::log1p(x); }},
    {"sqrt", [](double x, double) { return std::sqrt(x); }},
    {"cbrt", [](double x, double) { return std::cbrt(x); }},
    {"sin", [](double x, double) { return std::sin(x); }},
    {"cos", [](double x, double) { return std::cos(x); }},
    {"tan", [](double x, double) { return std::tan(x); }},
    {"asin", [](double x, double) { return std::asin(x); }},
    {"acos", [](double x, double) { return std::acos(x); }},
    {"atan", [](double x, double) { return std::atan(x); }},
    {"sinh", [](double x, double) { return std::sinh(x); }},
    {"cosh", [](double x, double) { return std::cosh(x); }},
    {"tanh", [](double x, double) { return std::tanh(x); }},
    {"erf", [](double x, double) { return std::erf(x); }},
    {"erfc", [](double x, double) { return std::erfc(x); }},
    {"normcdf", [](double x, double) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }},
    {"floor", [](double x, double) { return std::floor(x); }},
    {"ceil", [](double x, double) { return std::ceil(x); }},
    {"trunc", [](double x, double) { return std::trunc(x); }},
    {"round", [](double x, double) { return std::round(x); }},
    {"rint", [](double x, double) { return std::nearbyint(x); }},
    {"pow", [](double x, double y) { return std::pow(x, y); }},
    {"atan2", [](double x, double y) { return std::atan2(x, y); }},
    {"fmod", [](double x, double y) { return std::fmod(x, y); }},
    {"hypot", [](double x, double y) { return std::hypot(x, y); }},
    {"copysign", [](double x, double y) { return std::copysign(x, y); }},
    {"isnan", [](double x, double) { return std::isnan(x) ? 1.0 : 0.0; }},
};

}  // namespace

// Numbers of 24 bits at a rounding of 2^-23 or 2^-24. In double, products of two numbers of 24 bits are not counted as
// exact: the sum of a few of them may need more bits on the way than at its end.
bool Precision::keeps(int bits) const {
  return is_ring && rounding > 0 && bits <= std::min(1 - std::ilogb(rounding), rounding > 0x1p-30 ? 24 : 46);
}

EstimateMath::EstimateMath(Precision precision)
    : precision_(precision),
      rounding_(precision.rounding),
      smallest_(precision.rounding == 0x1p-10 ? 0x1p-24 : k_smallest_normal) {}

Estimate EstimateMath::whole_number(int64_t value) const {
  const auto number = static_cast<double>(value);
  return {number, std::abs(number) * rounding_ <= 1 ? 0 : rounding_ * std::abs(number)};
}

Estimate EstimateMath::narrowed(Estimate x, NumberFormat format) const {
  if (x.error == 0 && nearest(x.value, format) == x.value) return x;
  const FormatFacts& facts = facts_of(format);
  const double reach = std::abs(x.value) + x.error;
  if (!(reach <= facts.most)) return {x.value, INFINITY};
  const double step = std::ldexp(reach, -facts.significant_bits) + std::ldexp(0.5, facts.lowest_exponent);
  return {x.value, x.error + step + rounding_ * reach};
}

namespace {

// An infinite factor, and none that may be zero or of the other sign.
bool is_surely_infinite(const std::vector<Estimate>& factors) {
  return std::all_of(factors.begin(), factors.end(),
                     [](const Estimate& each) { return std::abs(each.value) > each.error && !std::isnan(each.value); });
}

// Multiplying by it rounds nothing.
bool is_sign(const Estimate& e) {
  return e.error == 0 && std::abs(e.value) == 1;
}

}  // namespace

// In single precision; whoever computes in double is that exact.
bool EstimateMath::may_overflow(double size) const {
  return rounding_ > 0x1p-30 && size > facts_of(NumberFormat::fp32).most;
}

// Factors of few bits have an exact product in whatever order they are multiplied.
Estimate EstimateMath::product(const std::vector<Estimate>& factors) const {
  double value = 1, magnitude = 1, reach = 1;
  int bits = 0;
  for (const Estimate& factor : factors) {
    value *= factor.value;
    magnitude *= std::abs(factor.value);
    reach *= std::abs(factor.value) + factor.error;
    bits += factor.error == 0 ? significant_bits(factor.value) : 64;
  }
  if (precision_.keeps(bits) && (value == 0 || magnitude > smallest_)) return {value, 0};
  if (std::isinf(value) && is_surely_infinite(factors)) return {value, 0};
  if (may_overflow(reach)) return {value, INFINITY};
  const auto rounded = std::count_if(factors.begin(), factors.end(), [](const Estimate& e) { return !is_sign(e); });
  const double roundings = rounded < 2 ? 0 : static_cast<double>(rounded) * rounding_ * reach;
  return {value, reach - magnitude + roundings + smallest_};
}

Estimate EstimateMath::inverse(Estimate x) const {
  const double size = std::abs(x.value);
  if (std::isinf(size) && x.error == 0) return {1 / x.value, smallest_};
  if (size <= x.error) return {1 / x.value, INFINITY};
  return {1 / x.value, x.error / (size * (size - x.error)) + k_division_roundings * precision_.of_functions / size};
}

Estimate EstimateMath::either(Estimate a, Estimate b) {
  return {a.value, std::abs(a.value - b.value) + std::max(a.error, b.error)};
}

const EstimateMath::Function* EstimateMath::function(std::string_view name) {
  const auto at = std::find_if(std::begin(k_functions_of_reals), std::end(k_functions_of_reals),
                               [&](const Function& known) { return known.name == name; });
  return at == std::end(k_functions_of_reals) ? nullptr : at;
}

// The function at the corners of what its arguments may be: right where it is monotonous between them.
Estimate EstimateMath::call(const Function& function, Estimate a, Estimate b) const {
  const double value = function.of(a.value, b.value);
  double error = 0;
  for (const double x : {a.value - a.error, a.value + a.error}) {
    for (const double y : {b.value - b.error, b.value + b.error}) {
      const double away = std::abs(function.of(x, y) - value);
      error = std::max(error, std::isnan(away) ? INFINITY : away);
    }
  }
  const bool is_exact = function.name == "abs" || function.name == "floor" || function.name == "ceil" ||
                        function.name == "trunc" || function.name == "rint" || function.name == "round" ||
                        function.name == "isnan";
  if (is_exact) return {value, error};
  const bool swings = function.name == "sin" || function.name == "cos";  // the fast ones are exact to an absolute error
  if (may_overflow(std::abs(value) - error)) return {std::copysign(INFINITY, value), 0};
  if (may_overflow(std::abs(value) + error)) return {value, INFINITY};
  const double rounding = precision_.of_functions;
  const double roundings = rounding > 0x1p-12 ? k_half_function_roundings : k_function_roundings;
  return {value, error + roundings * rounding * (swings ? 1 : std::abs(value)) + smallest_};
}

void EstimateSum::add(Estimate term) {
  if (std::isinf(term.value) && term.error == 0) {
    infinite_ += term.value;  // infinities of both signs are no number
    return;
  }
  value_ += term.value;
  error_ += term.error;
  magnitude_ += std::abs(term.value);
  terms_ += 1;
  if (term.value != 0) last_ = std::min(last_, lowest_exponent(term.value));
}

// Multiples of one power of two whose magnitudes together need few bits have exact sums in any order.
Estimate EstimateSum::total(Precision precision) const {
  if (infinite_ != 0) return {infinite_, std::isfinite(value_) && std::isfinite(error_) ? 0 : INFINITY};
  const bool cancels = value_ == 0 && terms_ == 2;  // x - x, whatever the kernel does beside
  const bool is_exact = error_ == 0 && std::isfinite(magnitude_) &&
                        (magnitude_ == 0 || cancels || precision.keeps(std::ilogb(magnitude_) - last_ + 1));
  return {value_, is_exact ? 0 : error_ + terms_ * precision.of_sums * magnitude_};
}

}  // namespace whet::lift
