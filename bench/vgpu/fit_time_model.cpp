// Fits the time model's constants to measured times.
//   vgpu_fit FIT_TIMES.json FIT_FEATURES.json OUT.toml GPU DATE
// The error written is that of kernels left out: the set is cut into parts by kernel, and each part is modelled with
// constants fitted on the others. Constants that the cases say little about stay where they are.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "util/system/files.h"
#include "vgpu/time/calibration.h"
#include "vgpu/timed_case.h"

namespace whet::bench {

namespace {

using vgpu::CalibratedConstant;
using vgpu::TimeParameters;

constexpr double k_pull = 0.0005;  // of a constant to where it was, per squared logarithm
constexpr int k_rounds = 120;
constexpr double k_understood = 0.15;                      // logarithm
constexpr double k_first_step = 0.5, k_last_step = 0.004;  // logarithms
constexpr double k_covered = 0.8;                          // of the kernels left out that the shown range holds
constexpr size_t k_parts = 5;

// Squared for small errors, straight for large ones: a kernel the model does not understand must not bend the rest.
double robust(double error) {
  return 2 * k_understood * k_understood * (std::sqrt(1 + std::pow(error / k_understood, 2)) - 1);
}

// Set from what the fitted model gets wrong, not by the fit.
bool is_error(const CalibratedConstant& constant) {
  return constant.name == "relative_error" || constant.name == "order_error";
}

class Fit {
 public:
  Fit(const std::vector<TimedCase>& cases, const TimeParameters& start) : cases_(cases), start_(start), best_(start) {}

  TimeParameters run() {
    double loss = loss_of(best_);
    double step = k_first_step;
    for (int round = 0; round < k_rounds && step > k_last_step; ++round) {
      const double before = loss;
      for (const CalibratedConstant& constant : vgpu::k_calibrated) {
        if (!is_error(constant)) loss = improve(constant, step, loss);
      }
      if (loss > before * (1 - 1e-3)) step /= 1.6;
    }
    return best_;
  }

 private:
  double improve(const CalibratedConstant& constant, double step, double loss) {
    for (const double sign : {1.0, -1.0}) {
      TimeParameters changed = best_;
      double& value = changed.*constant.member;
      value = std::clamp(value * std::exp(sign * step), constant.low, constant.high);
      const double candidate = loss_of(changed);
      if (candidate >= loss) continue;
      best_ = changed;
      return candidate;
    }
    return loss;
  }

  double loss_of(const TimeParameters& parameters) const {
    double sum = 0, pull = 0;
    for (const TimedCase& timed : cases_) sum += robust(log_error(timed, parameters));
    for (const CalibratedConstant& constant : vgpu::k_calibrated) {
      pull += std::pow(std::log(parameters.*constant.member / start_.*constant.member), 2);
    }
    return sum / static_cast<double>(cases_.size()) + k_pull * pull;
  }

  const std::vector<TimedCase>& cases_;
  TimeParameters start_, best_;
};

// Which part a case belongs to: all sizes of a kernel to the same.
size_t part_of(const TimedCase& timed) {
  return std::hash<std::string>{}(timed.name.substr(0, timed.name.find('/'))) / 7 % k_parts;
}

// Errors of every case by constants that were fitted without its kernel, ascending.
std::vector<double> left_out_errors(const std::vector<TimedCase>& cases, const TimeParameters& start) {
  std::vector<double> errors;
  for (size_t part = 0; part < k_parts; ++part) {
    std::vector<TimedCase> others, left_out;
    for (const TimedCase& timed : cases) (part_of(timed) == part ? left_out : others).push_back(timed);
    const TimeParameters fitted = Fit(others, start).run();
    for (const double error : sorted_errors(left_out, fitted)) errors.push_back(error);
  }
  std::sort(errors.begin(), errors.end());
  return errors;
}

struct OrderCheck {
  double error = 0;  // see TimeParameters::order_error
  size_t near_pairs = 0;
  int right = 0, further = 0;  // of the pairs modelled further apart than the error: in order, all
};

// How far the modelled ratio of two variants is above the measured one, over pairs of a family that are modelled within
// 1.5x: those whose order is in question. The error holds for 95 % of them.
OrderCheck check_order(const std::vector<TimedCase>& cases, const TimeParameters& parameters) {
  std::vector<std::pair<double, double>> pairs;  // logarithms of the modelled ratio, 0 or more, and of the measured one
  for (size_t i = 0; i < cases.size(); ++i) {
    for (size_t j = i + 1; j < cases.size(); ++j) {
      if (cases[i].family.empty() || cases[i].family != cases[j].family) continue;
      const double measured = std::log(cases[i].seconds / cases[j].seconds);
      const double modelled = std::log(vgpu::modelled_seconds(cases[i].features, parameters) /
                                       vgpu::modelled_seconds(cases[j].features, parameters));
      pairs.emplace_back(std::abs(modelled), modelled < 0 ? -measured : measured);
    }
  }
  std::vector<double> above;
  for (const auto& [modelled, measured] : pairs) {
    if (modelled < std::log(1.5)) above.push_back(std::max(0.0, modelled - measured));
  }
  std::sort(above.begin(), above.end());
  OrderCheck check{std::clamp(std::expm1(quantile(above, 0.95)), 0.005, 4.0), above.size()};
  for (const auto& [modelled, measured] : pairs) {
    if (modelled < std::log1p(check.error)) continue;
    ++check.further;
    check.right += measured > 0;
  }
  return check;
}

void show(const char* title, const std::vector<TimedCase>& cases, const TimeParameters& parameters) {
  const std::vector<double> found = sorted_errors(cases, parameters);
  const auto [right, pairs] = ordered_pairs(cases, parameters, 1.15);
  fmt::print("{}, {} cases: median error {:.1f} %, 80 % within {:.1f} %, {} of {} pairs in order\n", title,
             found.size(), 100 * std::expm1(quantile(found, 0.5)), 100 * std::expm1(quantile(found, k_covered)), right,
             pairs);
}

Result<void> fit(const std::string& times, const std::string& features, const std::string& out,
                 const std::string& gpu_name, const std::string& date) {
  TRY(cases, read_timed_cases(times, features));
  const Knowledge knowledge;
  TRY(gpu, Hardware(knowledge).gpu(gpu_name));
  TRY(start, vgpu::time_parameters(gpu, knowledge));
  show("before", cases, start);
  TimeParameters fitted = Fit(cases, start).run();
  show("after", cases, fitted);
  const std::vector<double> left_out = left_out_errors(cases, fitted);
  fitted.relative_error = std::clamp(std::expm1(quantile(left_out, k_covered)), 0.01, 4.0);
  const OrderCheck order = check_order(cases, fitted);
  fitted.order_error = order.error;
  print_cases(cases, fitted);
  const vgpu::HowObtained how = [&](const CalibratedConstant& constant) {
    if (constant.name == "relative_error") {
      return fmt::format("holds {:.0f} % of {} cases, each modelled with constants fitted without its kernel",
                         100 * k_covered, left_out.size());
    }
    if (constant.name == "order_error") {
      return fmt::format(
          "of {} pairs of variants modelled within 1.5x of each other, the modelled ratio is above the measured by "
          "less "
          "in 95 %; of {} pairs modelled further apart than this, {} are ordered right",
          order.near_pairs, order.further, order.right);
    }
    const double moved = std::abs(std::log(fitted.*constant.member / start.*constant.member));
    if (moved < k_last_step) return fmt::format("as before: {} cases say nothing of it", cases.size());
    return fmt::format("fitted on {} cases", cases.size());
  };
  const std::string header = fmt::format(
      "# The time model's constants on the {}. Generated by bench/vgpu/fit_time_model from measured kernels.\n\n",
      gpu.product.name);
  return DiskFileSystem().write(out, header + vgpu::calibration_text(fitted, how, date));
}

}  // namespace

}  // namespace whet::bench

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs("usage: vgpu_fit FIT_TIMES.json FIT_FEATURES.json OUT.toml GPU DATE\n", stderr);
    return 3;
  }
  const auto done = whet::bench::fit(argv[1], argv[2], argv[3], argv[4], argv[5]);
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
