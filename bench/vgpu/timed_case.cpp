#include "vgpu/timed_case.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "util/system/files.h"
#include "util/text/json.h"

namespace whet::bench {

namespace {

Result<std::map<std::string, Json>> cases_by_name(const std::string& file) {
  TRY(text, DiskFileSystem().read(file));
  TRY(json, Json::parse(text));
  const Json* list = json.find("cases");
  if (!list || !list->as_array()) return bad_input("there is no list `cases`", file);
  std::map<std::string, Json> cases;
  for (const Json& each : *list->as_array()) {
    const Json* name = each.find("name");
    if (!name || !name->as_string()) return bad_input("a case has no name", file);
    cases[*name->as_string()] = each;
  }
  return cases;
}

}  // namespace

Result<std::vector<TimedCase>> read_timed_cases(const std::string& times, const std::string& features) {
  TRY(measured, cases_by_name(times));
  TRY(counted, cases_by_name(features));
  std::vector<TimedCase> cases;
  for (const auto& [name, json] : counted) {
    const auto found = measured.find(name);
    const Json* seconds = found == measured.end() ? nullptr : found->second.find("measured_s");
    const Json* of_case = json.find("features");
    if (!seconds || !seconds->as_number() || !of_case) continue;
    const Json* family = json.find("family");
    TRY(read, vgpu::time_features_from_json(*of_case, features + " " + name));
    cases.push_back({name, family && family->as_string() ? *family->as_string() : "", *seconds->as_number(), read});
  }
  if (cases.empty()) return bad_input("no case is in both files", times);
  return cases;
}

double log_error(const TimedCase& timed, const vgpu::TimeParameters& parameters) {
  return std::log(vgpu::modelled_seconds(timed.features, parameters) / timed.seconds);
}

std::vector<double> sorted_errors(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters) {
  std::vector<double> errors;
  for (const TimedCase& timed : cases) errors.push_back(std::abs(log_error(timed, parameters)));
  std::sort(errors.begin(), errors.end());
  return errors;
}

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1, static_cast<size_t>(share * static_cast<double>(sorted.size())))];
}

std::pair<int, int> ordered_pairs(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters,
                                  double apart) {
  int right = 0, all = 0;
  for (size_t i = 0; i < cases.size(); ++i) {
    for (size_t j = i + 1; j < cases.size(); ++j) {
      if (cases[i].family.empty() || cases[i].family != cases[j].family) continue;
      const double a = cases[i].seconds, b = cases[j].seconds;
      if (std::max(a, b) < apart * std::min(a, b)) continue;
      ++all;
      right += (a < b) == (vgpu::modelled_seconds(cases[i].features, parameters) <
                           vgpu::modelled_seconds(cases[j].features, parameters));
    }
  }
  return {right, all};
}

void print_cases(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters) {
  fmt::print("\n| case | measured us | modelled us | ratio | bound |\n| --- | --: | --: | --: | --- |\n");
  for (const TimedCase& timed : cases) {
    const vgpu::TimeEstimate estimate = vgpu::estimate_time(timed.features, parameters);
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} | {} |\n", timed.name, 1e6 * timed.seconds, 1e6 * estimate.seconds,
               estimate.seconds / timed.seconds, estimate.bounds.front().name);
  }
}

}  // namespace whet::bench
