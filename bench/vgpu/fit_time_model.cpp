// Fits the time model's constants to measured times.
//   vgpu_fit TIMES.json OUT.toml GPU DATE
// TIMES.json is what `vgpu_compare times` wrote on the GPU. Cases marked as fitted decide the constants, the others
// judge them: the error written is theirs. Constants that the cases say little about stay where they are.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "util/files.h"
#include "util/json.h"
#include "vgpu/calibration.h"

namespace whet::vgpu {

namespace {

constexpr double k_pull =
    0.002;  // of a constant to where it was, per squared logarithm: as much as a mean error of 4 %
constexpr int k_rounds = 200;
constexpr double k_understood = 0.2;                       // logarithm
constexpr double k_first_step = 0.5, k_last_step = 0.002;  // logarithms
constexpr double k_covered = 0.8;                          // of the judging cases that the shown range holds

struct TimedCase {
  std::string name, family;
  bool fitted = false;
  double seconds = 0;
  TimeFeatures features;
};

Result<TimedCase> read_case(const Json& json, const std::string& file) {
  TimedCase timed;
  const Json* name = json.find("name");
  const Json* family = json.find("family");
  const Json* fitted = json.find("fitted");
  const Json* seconds = json.find("measured_s");
  const Json* features = json.find("features");
  if (!name || !name->as_string() || !seconds || !seconds->as_number() || !features) {
    return bad_input("a case lacks its name, time or features", file);
  }
  timed.name = *name->as_string();
  timed.family = family && family->as_string() ? *family->as_string() : "";
  timed.fitted = fitted && fitted->as_bool() && *fitted->as_bool();
  timed.seconds = *seconds->as_number();
  TRY(read, time_features_from_json(*features, file + " " + timed.name));
  timed.features = read;
  return timed;
}

Result<std::vector<TimedCase>> read_cases(const std::string& file) {
  TRY(text, DiskFileSystem().read(file));
  TRY(json, Json::parse(text));
  const Json* list = json.find("cases");
  if (!list || !list->as_array()) return bad_input("there is no list `cases`", file);
  std::vector<TimedCase> cases;
  for (const Json& item : *list->as_array()) {
    if (item.find("error")) continue;
    TRY(timed, read_case(item, file));
    cases.push_back(std::move(timed));
  }
  return cases;
}

double log_error(const TimedCase& timed, const TimeParameters& parameters) {
  return std::log(estimate_time(timed.features, parameters).seconds / timed.seconds);
}

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
  Fit(std::vector<TimedCase> cases, TimeParameters start) : cases_(std::move(cases)), start_(start), best_(start) {}

  TimeParameters run() {
    double loss = loss_of(best_);
    double step = k_first_step;
    for (int round = 0; round < k_rounds && step > k_last_step; ++round) {
      const double before = loss;
      for (const CalibratedConstant& constant : k_calibrated) {
        if (!is_error(constant)) loss = improve(constant, step, loss);
      }
      if (loss > before * (1 - 1e-4)) step /= 1.6;
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
    double sum = 0, count = 0, pull = 0;
    for (const TimedCase& timed : cases_) {
      if (!timed.fitted) continue;
      sum += robust(log_error(timed, parameters));
      ++count;
    }
    for (const CalibratedConstant& constant : k_calibrated) {
      pull += std::pow(std::log(parameters.*constant.member / start_.*constant.member), 2);
    }
    return sum / std::max(1.0, count) + k_pull * pull / static_cast<double>(std::size(k_calibrated));
  }

  std::vector<TimedCase> cases_;
  TimeParameters start_, best_;
};

// Absolute logarithms of the errors of the fitted or of the other cases, ascending.
std::vector<double> errors(const std::vector<TimedCase>& cases, bool fitted, const TimeParameters& parameters) {
  std::vector<double> found;
  for (const TimedCase& timed : cases) {
    if (timed.fitted == fitted) found.push_back(std::abs(log_error(timed, parameters)));
  }
  std::sort(found.begin(), found.end());
  return found;
}

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1, static_cast<size_t>(share * static_cast<double>(sorted.size())))];
}

// Pairs of a family whose times differ by a tenth at least, and how many of these the model orders rightly.
std::pair<int, int> ranking(const std::vector<TimedCase>& cases, const TimeParameters& parameters) {
  int pairs = 0, right = 0;
  for (size_t i = 0; i < cases.size(); ++i) {
    for (size_t j = i + 1; j < cases.size(); ++j) {
      if (cases[i].family.empty() || cases[i].family != cases[j].family) continue;
      const double measured = std::log(cases[i].seconds / cases[j].seconds);
      if (std::abs(measured) < std::log(1.1)) continue;
      const double modelled = std::log(estimate_time(cases[i].features, parameters).seconds /
                                       estimate_time(cases[j].features, parameters).seconds);
      ++pairs;
      right += measured * modelled > 0;
    }
  }
  return {right, pairs};
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
      const double modelled = std::log(estimate_time(cases[i].features, parameters).seconds /
                                       estimate_time(cases[j].features, parameters).seconds);
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
  for (const bool fitted : {true, false}) {
    const std::vector<double> found = errors(cases, fitted, parameters);
    std::printf("%s, %zu cases %s: median error %.1f %%, 80 %% within %.1f %%\n", title, found.size(),
                fitted ? "fitted" : "judging", 100 * std::expm1(quantile(found, 0.5)),
                100 * std::expm1(quantile(found, k_covered)));
  }
  const auto [right, pairs] = ranking(cases, parameters);
  std::printf("%s, ranking within families: %d of %d pairs\n", title, right, pairs);
}

void list_cases(const std::vector<TimedCase>& cases, const TimeParameters& parameters) {
  std::printf(
      "\n| case | measured us | modelled us | ratio | bound | fitted |\n| --- | --- | --- | --- | --- | --- |\n");
  for (const TimedCase& timed : cases) {
    const TimeEstimate estimate = estimate_time(timed.features, parameters);
    std::printf("| %s | %.2f | %.2f | %.2f | %s | %s |\n", timed.name.c_str(), 1e6 * timed.seconds,
                1e6 * estimate.seconds, estimate.seconds / timed.seconds, estimate.bounds.front().name.c_str(),
                timed.fitted ? "yes" : "");
  }
}

Result<void> fit(const std::string& times, const std::string& out, const std::string& gpu_name,
                 const std::string& date) {
  TRY(cases, read_cases(times));
  const Knowledge knowledge;
  TRY(gpu, Hardware(knowledge).gpu(gpu_name));
  TRY(start, time_parameters(gpu, knowledge));
  show("before", cases, start);
  TimeParameters fitted = Fit(cases, start).run();
  show("after", cases, fitted);
  const std::vector<double> judged = errors(cases, false, fitted);
  fitted.relative_error = std::clamp(std::expm1(quantile(judged, k_covered)), 0.01, 4.0);
  const OrderCheck order = check_order(cases, fitted);
  fitted.order_error = order.error;
  list_cases(cases, fitted);
  const auto count = std::count_if(cases.begin(), cases.end(), [](const TimedCase& timed) { return timed.fitted; });
  const HowObtained how = [&](const CalibratedConstant& constant) {
    if (constant.name == "relative_error") {
      return fmt::format("holds {:.0f} % of {} kernels that were not fitted", 100 * k_covered, judged.size());
    }
    if (constant.name == "order_error") {
      return fmt::format(
          "of {} pairs of variants modelled within 1.5x of each other, the modelled ratio is above the measured by "
          "less "
          "in 95 %; of {} pairs modelled further apart than this, {} are ordered right",
          order.near_pairs, order.further, order.right);
    }
    const double moved = std::abs(std::log(fitted.*constant.member / start.*constant.member));
    if (moved < k_last_step) return fmt::format("as before: {} kernels say nothing of it", count);
    return fmt::format("fitted on {} kernels", count);
  };
  const std::string header = fmt::format(
      "# The time model's constants on the {}. Written anew by bench/vgpu/fit_time_model from measured kernels.\n\n",
      gpu.product.name);
  DiskFileSystem files;
  return files.write(out, header + calibration_text(fitted, how, date));
}

}  // namespace

}  // namespace whet::vgpu

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: vgpu_fit TIMES.json OUT.toml GPU DATE\n", stderr);
    return 3;
  }
  const auto done = whet::vgpu::fit(argv[1], argv[2], argv[3], argv[4]);
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
