#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/diagnose/diagnose_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_advised = 2;

Tone tone_of(const std::string& severity) {
  return severity == "high" ? Tone::bad : severity == "medium" ? Tone::warning : Tone::dim;
}

std::string bounds_line(const DiagnosedLaunch& launch) {
  std::vector<std::string> parts;
  for (const BoundView& bound : launch.bounds)
    parts.push_back(fmt::format("{} {}", bound.resource, percent_text(bound.sensitivity)));
  return fmt::format("{}: {}", launch.bound, parts.empty() ? "nothing is known of its parts" : join(parts, ", "));
}

std::string ceiling_text(const DiagnoseView& view) {
  const FloorBound& bound = view.ceiling.bounds.front();
  std::string text = fmt::format("{} at best by {} ({})", seconds_text(bound.seconds), bound.name, bound.source);
  if (const auto seconds = view.seconds())
    text += fmt::format("; now {} of it", percent_text(bound.seconds / *seconds));
  return text;
}

std::string evidence_text(const ActionView& action) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : action.evidence) parts.push_back(fmt::format("{} {:.3g}", name, value));
  return join(parts, ", ");
}

void render_action(const ActionView& action, size_t number, bool detailed, Canvas& canvas) {
  canvas.fact(number == 1 ? "do" : "", {fmt::format("{}  {}", number, action.text),
                                        {fmt::format("  {}", action.severity), tone_of(action.severity)},
                                        fmt::format("; expected {:.2f}x", action.expected())});
  if (!action.place.empty()) canvas.fact("", {fmt::format("   {}  {}", action.place, action.line)});
  for (const std::string& suggestion : action.suggestions) canvas.fact("", {"   try " + suggestion});
  if (!action.needs.empty()) canvas.fact("", {"   needs " + action.needs});
  if (!action.conflicts.empty()) canvas.fact("", {"   works against " + join(action.conflicts, ", ")});
  if (detailed) canvas.fact("", {{"   " + evidence_text(action), Tone::dim}});
}

void render_launch(const DiagnosedLaunch& launch, const DiagnoseView& view, Canvas& canvas) {
  if (launch.seconds)
    canvas.fact("time",
                {fmt::format("{} {} ({})", name_of(launch.origin), seconds_text(*launch.seconds), launch.collector)});
  canvas.fact("bound", {bounds_line(launch)});
  if (!view.ceiling.bounds.empty() && view.launches.size() == 1) canvas.fact("ceiling", {ceiling_text(view)});
  for (size_t i = 0; i < launch.actions.size(); ++i) render_action(launch.actions[i], i + 1, view.detailed, canvas);
  if (launch.actions.empty()) canvas.fact("do", {"nothing that a rule knows of"});
  if (!view.detailed) return;
  for (const Undecided& rule : launch.undecided)
    canvas.fact("not decided", {fmt::format("{}: {} not known", rule.rule, join(rule.absent, ", "))});
  for (const std::string& each : launch.unseen) canvas.fact("not seen", {each});
}

}  // namespace

void render_advice(const std::vector<ActionView>& actions, Canvas& canvas) {
  for (size_t i = 0; i < actions.size() && i < k_advised; ++i) {
    const ActionView& action = actions[i];
    if (action.severity == name_of(FindingLevel::low)) return;
    canvas.fact(i == 0 ? "advice" : "",
                {fmt::format("{}{}; expected {:.1f}x", action.text,
                             action.place.empty() ? "" : " (" + action.place + ")", action.expected())});
    if (!action.suggestions.empty()) canvas.fact("", {"try " + action.suggestions.front()});
  }
}

void render(const DiagnoseView& view, Canvas& canvas) {
  for (size_t i = 0; i < view.launches.size(); ++i) {
    canvas.heading(view.launches[i].kernel, 1,
                   i == 0 ? view.device + (view.compiled.empty() ? "" : ", " + view.compiled) : "");
    if (i == 0) {
      for (const std::string& note : view.notes) canvas.line({"note: " + note});
      if (!view.patterns.empty()) canvas.fact("computes", {join(view.patterns, "; ")});
    }
    render_launch(view.launches[i], view, canvas);
  }
  if (view.launches.size() > 1 && !view.ceiling.bounds.empty()) canvas.fact("ceiling", {ceiling_text(view)});
  if (!view.problem.empty())
    canvas.line({fmt::format("next: whet optimize {0} · whet run {0} --lines · whet diagnose {0} -v", view.problem)});
}

}  // namespace whet
