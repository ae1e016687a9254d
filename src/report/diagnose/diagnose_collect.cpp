#include <algorithm>

#include "diagnose/diagnosis_record.h"
#include "diagnose/line_column.h"
#include "report/diagnose/diagnose_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_hot = 0.02;  // of all samples
constexpr size_t k_hot_lines_shown = 3;
constexpr double k_worth_showing = 0.03;  // smaller parts of the time are left out

std::vector<BoundView> bound_views(const TimeShares& shares) {
  std::vector<BoundView> views;
  for (const ResourceRow& row : resource_table()) {
    const double sensitivity = shares.sensitivity(row.resource);
    if (sensitivity >= k_worth_showing)
      views.push_back({std::string(row.name), shares.share(row.resource), sensitivity});
  }
  if (shares.launch >= k_worth_showing) views.push_back({"the launch", shares.launch, shares.launch});
  std::stable_sort(views.begin(), views.end(),
                   [](const auto& a, const auto& b) { return a.sensitivity > b.sensitivity; });
  return views;
}

std::vector<std::string> planned_of(const Finding& finding, const Plan& plan) {
  std::vector<std::string> methods;
  for (const PlannedMethod& planned : plan.methods) {
    const auto& mending = finding.methods;
    if (std::find(mending.begin(), mending.end(), planned.method.id) != mending.end())
      methods.push_back(planned.method.id);
  }
  return methods;
}

std::string place_of(const LineCounts& line) {
  return line.file.substr(line.file.rfind('/') + 1) + ":" + std::to_string(line.line);
}

std::vector<HotLineView> hot_views(const CountedLines& counted, const SourceText& source) {
  std::vector<HotLineView> views;
  for (const LineCounts& line : counted.lines) {
    if (counted.samples <= 0 || line.samples < k_hot * counted.samples) continue;
    HotLineView view{place_of(line), line_text(source, line.file, line.line), line.samples / counted.samples, {}};
    const double all = sum_of(line.stalls);
    for (const auto& [reason, share] : line.stalls) {
      if (share >= k_worth_showing * all) view.stalls.emplace_back(reason, share / all);
    }
    std::stable_sort(view.stalls.begin(), view.stalls.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    views.push_back(std::move(view));
  }
  std::stable_sort(views.begin(), views.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  if (views.size() > k_hot_lines_shown) views.resize(k_hot_lines_shown);
  return views;
}

std::vector<NvidiaAdviceView> nvidia_views(const std::vector<CheckedAdvice>& advice) {
  std::vector<NvidiaAdviceView> views;
  for (const CheckedAdvice& each : advice) {
    const Advice& said = each.advice;
    views.push_back({std::string(name_of(said.kind)), said.rule, said.text, said.speedup_percent, said.is_local,
                     std::string(name_of(each.relation)), each.why});
  }
  return views;
}

}  // namespace

std::optional<double> DiagnoseView::seconds() const {
  double sum = 0;
  for (const DiagnosedLaunch& launch : launches) {
    if (!launch.seconds) return std::nullopt;
    sum += *launch.seconds;
  }
  return launches.empty() ? std::nullopt : std::optional(sum);
}

DiagnosedLaunch collect_diagnosis(const LaunchDiagnosis& found, const SourceText& source) {
  DiagnosedLaunch view;
  view.kernel = found.profile.kernel;
  view.collector = found.profile.collector;
  view.bound = name_of(found.bound);
  const auto& metrics = found.profile.metrics.all();
  if (const auto time = metrics.find("gpu__time_duration.sum"); time != metrics.end()) {
    view.seconds = time->second.value / 1e9;
    view.origin = time->second.origin;
  }
  if (found.profile.shares) view.bounds = bound_views(*found.profile.shares);
  for (const Finding& finding : found.advice.diagnosis.findings) {
    ActionView action{finding.rule, finding.text, finding.rank, std::string(name_of(level_of(finding.rank)))};
    if (const LineCounts* const worst = worst_line(found.lines, finding.where)) {
      action.place = place_of(*worst);
      action.line = line_text(source, worst->file, worst->line);
    }
    for (const Evidence& each : finding.evidence) action.evidence.emplace_back(each.fact, each.value);
    action.suggestions = finding.suggestions;
    action.needs = finding.needs;
    action.conflicts = finding.conflicts;
    action.methods = planned_of(finding, found.advice.plan);
    action.skill = finding.skill;
    view.actions.push_back(std::move(action));
  }
  view.plan = found.advice.plan;
  for (const Finding& each : found.advice.confirmed) view.in_code.push_back(each.text);
  for (const Finding& each : found.advice.costs_little) view.costs_little.push_back(each.text);
  view.undecided = found.advice.diagnosis.undecided;
  view.passes = found.profile.passes;
  view.hot = hot_views(found.lines, source);
  view.nvidia = nvidia_views(found.nvidia);
  view.unseen = found.profile.unseen;
  return view;
}

DiagnoseView collect_diagnose(const DiagnosisRecord& record, const Gpu* gpu,
                              const std::vector<Measurement>& measurements, const AdviceBook& book,
                              const PlanRequest& request) {
  DiagnoseView view;
  view.problem = record.problem;
  view.device = record.launches.front().profile.device;
  view.gpu = record.gpu;
  view.compiled = record.compiled;
  view.case_name = record.case_name;
  view.dims = record.dims;
  view.notes = record.notes;
  view.patterns = record.patterns;
  if (record.work && gpu) view.ceiling = roofline(*record.work, *gpu, measurements);
  for (const LaunchRecord& launch : record.launches) {
    DiagnosedLaunch shown = collect_diagnosis(diagnose_record(launch, gpu, book, request), recorded_source(launch));
    shown.picture = collect_picture({{"", &launch}}, gpu, measurements);
    view.launches.push_back(std::move(shown));
  }
  return view;
}

}  // namespace whet
