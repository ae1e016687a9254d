#include "report/check_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"
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

// The output that came nearest to its tolerance, over all trials.
const OutputVerdict* closest(const CheckReport& report, double& share) {
  const OutputVerdict* found = nullptr;
  for (const TrialResult& trial : report.trials) {
    for (const OutputVerdict& output : trial.verdict.outputs) {
      const Tolerance& tolerance = output.comparison.tolerance;
      if (tolerance.absolute <= 0 || output.comparison.max_absolute / tolerance.absolute < share) continue;
      share = output.comparison.max_absolute / tolerance.absolute;
      found = &output;
    }
  }
  return found;
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

Json trial_json(const TrialResult& trial) {
  Json outputs = Json::array();
  for (const OutputVerdict& output : trial.verdict.outputs) {
    outputs.push_back(Json::Object{{"name", output.name},
                                   {"elements", output.comparison.count},
                                   {"mismatches", output.comparison.mismatches},
                                   {"max_absolute", output.comparison.max_absolute},
                                   {"absolute_tolerance", output.comparison.tolerance.absolute},
                                   {"relative_tolerance", output.comparison.tolerance.relative}});
  }
  return Json::Object{{"case", trial.case_name},           {"trial", trial.trial},   {"what", trial.what},
                      {"outcome", name_of(trial.outcome)}, {"reason", trial.reason}, {"outputs", outputs}};
}

}  // namespace

void render(const CheckView& view, Canvas& canvas) {
  const CheckReport& report = view.report;
  const std::string title = view.candidate.empty() ? view.problem : view.candidate + " for " + view.problem;
  canvas.heading(title, 1, view.device + ", " + view.compiled);
  canvas.fact("verdict", {{verdict_text(view), tone_of_check(report.outcome)}});
  if (!report.trials.empty() && !is_sound(report.outcome)) {
    const TrialResult& last = report.trials.back();
    canvas.fact("trial", {{fmt::format("{} (case {}): {}", last.trial, last.case_name, last.what)}});
  }
  if (const std::string passed = trial_names(report, true); !passed.empty()) canvas.fact("passed", {{passed}});
  double share = 0;
  const OutputVerdict* output = is_sound(report.outcome) ? closest(report, share) : nullptr;
  if (output) {
    canvas.fact("accuracy",
                {{fmt::format("{}: largest difference {:.2g}; {} allows {:.2g} and {:.2g} of the value", output->name,
                              output->comparison.max_absolute, name_of(output->precision),
                              output->comparison.tolerance.absolute, output->comparison.tolerance.relative)}});
  }
  if (!report.contract.empty()) canvas.fact("contract", {{contract_text(report)}});
  if (!view.isolation.empty()) canvas.fact("isolation", {{view.isolation}});
  for (const std::string& each : view.assumed) canvas.fact("assumed", {{each}});
  for (const std::string& note : report.notes) canvas.fact("note", {{note}});
  if (!view.saved.empty()) canvas.fact("saved", {{view.saved}});
  render_next(view, canvas);
}

Json to_json(const CheckView& view) {
  Json trials = Json::array(), contract = Json::array(), notes = Json::array(), assumed = Json::array();
  for (const TrialResult& trial : view.report.trials) trials.push_back(trial_json(trial));
  for (const NullAnswer& answer : view.report.contract)
    contract.push_back(Json::Object{{"answer", answer.name}, {"refused", answer.refused}});
  for (const std::string& note : view.report.notes) notes.push_back(note);
  for (const std::string& each : view.assumed) assumed.push_back(each);
  return Json::Object{{"problem", view.problem},
                      {"candidate", view.candidate},
                      {"device", view.device},
                      {"compiled", view.compiled},
                      {"reference", view.reference},
                      {"outcome", name_of(view.report.outcome)},
                      {"reason", view.report.reason},
                      {"isolation", view.isolation},
                      {"seed", std::to_string(view.seed)},
                      {"trials", trials},
                      {"contract", contract},
                      {"assumed", assumed},
                      {"saved", view.saved},
                      {"notes", notes}};
}

}  // namespace whet
