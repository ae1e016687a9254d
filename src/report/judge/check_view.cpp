#include "report/judge/check_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"
#include "util/text.h"

namespace whet {

namespace {

Tone tone_of_check(Outcome outcome) {
  if (outcome == Outcome::not_judged) return Tone::warning;
  return is_sound(outcome) ? Tone::good : Tone::bad;
}

std::string plural(size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string verdict_text(const CheckView& view) {
  const CheckReport& report = view.report;
  if (!is_sound(report.outcome)) return fmt::format("{}: {}", name_of(report.outcome), report.reason);
  return fmt::format("{}: {} in {} agree with {}", name_of(report.outcome), plural(report.trials.size(), "trial"),
                     plural(view.cases, "case"), view.reference);
}

// The element that came closest to its tolerance, over all trials.
struct Nearest {
  const TrialResult* trial = nullptr;
  const OutputVerdict* output = nullptr;
};

Nearest nearest(const CheckReport& report) {
  Nearest found;
  double share = 0;
  for (const TrialResult& trial : report.trials) {
    for (const OutputVerdict& output : trial.verdict.outputs) {
      const std::optional<Closest>& closest = output.comparison.closest;
      if (!closest || closest->allowed <= 0 || closest->difference / closest->allowed <= share) continue;
      share = closest->difference / closest->allowed;
      found = {&trial, &output};
    }
  }
  return found;
}

// "out[3, 17] is 1.00002 and should be 1: off by 2.1e-05, allowed 8.4e-05 (fp32: 5e-05 of the value, ...), with ..."
std::string accuracy_text(const Nearest& nearest) {
  const OutputVerdict& output = *nearest.output;
  const Closest& closest = *output.comparison.closest;
  const PrecisionRule rule{output.precision, {}, {}, {}};
  const double share = share_of(rule);
  const std::string allowed = share > 0 ? fmt::format("{}: {:.2g} of the value, and of what is usual around it",
                                                      name_of(output.precision), share)
                                        : "by atol and rtol of the problem";
  return fmt::format("{}{} is {:.9g} and should be {:.9g}: off by {:.2g}, allowed {:.2g} ({}), with {}", output.name,
                     place_in(output.shape, closest.element.index), closest.element.got, closest.element.expected,
                     closest.difference, closest.allowed, allowed, nearest.trial->what);
}

// The widest range that each input had, over all trials that passed.
std::string data_text(const CheckReport& report) {
  std::vector<DataRange> widest;
  for (const TrialResult& trial : report.trials) {
    for (const DataRange& range : trial.ranges) {
      const auto known =
          std::find_if(widest.begin(), widest.end(), [&](const auto& w) { return w.name == range.name; });
      if (known == widest.end()) {
        widest.push_back(range);
        continue;
      }
      known->low = std::min(known->low, range.low);
      known->high = std::max(known->high, range.high);
      known->has_special |= range.has_special;
    }
  }
  return ranges_text(widest);
}

std::string trial_names(const CheckReport& report, bool passed) {
  std::vector<std::string> names;
  for (const TrialResult& trial : report.trials) {
    if (is_sound(trial.outcome) != passed) continue;
    const bool known = std::find(names.begin(), names.end(), trial.trial) != names.end();
    if (!known) names.push_back(trial.trial);
  }
  return join(names, ", ");
}

std::string contract_text(const CheckReport& report) {
  std::vector<std::string> refused, accepted;
  for (const NullAnswer& answer : report.contract) (answer.refused ? refused : accepted).push_back(answer.name);
  std::string text = "refuses " + join(refused, ", ");
  if (!accepted.empty()) text += "; would take " + join(accepted, ", ");
  return text;
}

void render_next(const CheckView& view, Canvas& canvas) {
  const std::string repeat =
      fmt::format("whet check {}{}{} --seed {}", view.problem,
                  view.candidate.empty() ? "" : " --candidate " + view.candidate, view.flags, view.seed);
  canvas.line({{fmt::format("next: {} (the same data again)", repeat), Tone::dim}});
}

Json closest_json(const OutputVerdict& output) {
  if (!output.comparison.closest) return {};
  const Closest& closest = *output.comparison.closest;
  return Json::Object{{"place", place_in(output.shape, closest.element.index)},
                      {"got", closest.element.got},
                      {"expected", closest.element.expected},
                      {"difference", closest.difference},
                      {"allowed", closest.allowed}};
}

Json ranges_json(const std::vector<DataRange>& ranges) {
  Json array = Json::array();
  for (const DataRange& range : ranges)
    array.push_back(Json::Object{
        {"name", range.name}, {"low", range.low}, {"high", range.high}, {"has_special", range.has_special}});
  return array;
}

Json trial_json(const TrialResult& trial) {
  Json outputs = Json::array();
  for (const OutputVerdict& output : trial.verdict.outputs) {
    outputs.push_back(Json::Object{{"name", output.name},
                                   {"elements", output.comparison.count},
                                   {"mismatches", output.comparison.mismatches},
                                   {"precision", name_of(output.precision)},
                                   {"closest", closest_json(output)},
                                   {"max_absolute", output.comparison.max_absolute},
                                   {"absolute_tolerance", output.comparison.tolerance.absolute},
                                   {"relative_tolerance", output.comparison.tolerance.relative}});
  }
  return Json::Object{{"case", trial.case_name},           {"trial", trial.trial},   {"what", trial.what},
                      {"outcome", name_of(trial.outcome)}, {"reason", trial.reason}, {"outputs", outputs},
                      {"data", ranges_json(trial.ranges)}};
}

}  // namespace

void render(const CheckView& view, Canvas& canvas) {
  const CheckReport& report = view.report;
  const std::string title = view.candidate.empty() ? view.problem : view.candidate + " for " + view.problem;
  canvas.heading(title, 1, view.device + ", " + view.compiled);
  canvas.fact("verdict", {{verdict_text(view), tone_of_check(report.outcome)}});
  for (const std::string& warning : report.warnings) canvas.fact("warning", {{warning, Tone::warning}});
  if (!report.trials.empty() && !is_sound(report.outcome)) {
    const TrialResult& last = report.trials.back();
    canvas.fact("trial", {{fmt::format("{} (case {}): {}", last.trial, last.case_name, last.what)}});
  }
  if (const std::string passed = trial_names(report, true); !passed.empty()) canvas.fact("passed", {{passed}});
  if (const std::string data = data_text(report); !data.empty()) canvas.fact("data", {{data}});
  const Nearest closest = nearest(report);
  if (is_sound(report.outcome) && closest.output) canvas.fact("accuracy", {{accuracy_text(closest)}});
  if (!report.contract.empty()) canvas.fact("contract", {{contract_text(report)}});
  if (!view.isolation.empty()) canvas.fact("isolation", {{view.isolation}});
  for (const std::string& each : view.assumed) canvas.fact("assumed", {{each}});
  for (const std::string& note : report.notes) canvas.fact("note", {{note}});
  if (!view.saved.empty()) canvas.fact("saved", {{view.saved}});
  render_next(view, canvas);
}

Json to_json(const CheckView& view) {
  Json trials = Json::array(), contract = Json::array(), notes = Json::array(), assumed = Json::array(),
       warnings = Json::array();
  for (const TrialResult& trial : view.report.trials) trials.push_back(trial_json(trial));
  for (const NullAnswer& answer : view.report.contract)
    contract.push_back(Json::Object{{"answer", answer.name}, {"refused", answer.refused}});
  for (const std::string& note : view.report.notes) notes.push_back(note);
  for (const std::string& warning : view.report.warnings) warnings.push_back(warning);
  for (const std::string& each : view.assumed) assumed.push_back(each);
  return Json::Object{{"problem", view.problem},
                      {"candidate", view.candidate},
                      {"device", view.device},
                      {"compiled", view.compiled},
                      {"reference", view.reference},
                      {"outcome", name_of(view.report.outcome)},
                      {"reason", view.report.reason},
                      {"warnings", warnings},
                      {"isolation", view.isolation},
                      {"seed", std::to_string(view.seed)},
                      {"trials", trials},
                      {"contract", contract},
                      {"assumed", assumed},
                      {"saved", view.saved},
                      {"notes", notes}};
}

}  // namespace whet
