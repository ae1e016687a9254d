#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/diagnose/diagnose_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_advised = 2;
constexpr std::string_view k_no_counters = "no counters were read";  // is said in any case

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
  std::string text =
      fmt::format("{} at best by {} ({}{})", seconds_text(bound.seconds), bound.name,
                  bound.origin == RateOrigin::sourced ? "" : std::string(name_of(bound.origin)) + ", ", bound.source);
  if (const auto seconds = view.seconds())
    text += fmt::format("; now {} of it", percent_text(bound.seconds / *seconds));
  return text;
}

// "DRAM 31.2 us, L2 12.1 us": the time of what was counted at each level, if nothing else took any
std::string levels_text(const DiagnoseView& view) {
  std::vector<std::string> parts;
  for (const ReachablePart& part : view.levels)
    parts.push_back(
        fmt::format("{} {} at the {} ceiling", part.level, seconds_text(part.seconds), name_of(part.rate.origin)));
  return join(parts, ", ");
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
  if (!action.skill.empty()) canvas.fact("", {{"   read whet skill " + action.skill, Tone::dim}});
  if (detailed) canvas.fact("", {{"   " + evidence_text(action), Tone::dim}});
}

void render_hot(const std::vector<HotLineView>& lines, Canvas& canvas) {
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> parts;
    for (const auto& [reason, share] : lines[i].stalls)
      parts.push_back(fmt::format("{} {}", reason, percent_text(share)));
    canvas.fact(i == 0 ? "samples" : "",
                {fmt::format("{} at {}  {}", percent_text(lines[i].share), lines[i].place, lines[i].line)});
    if (!parts.empty()) canvas.fact("", {"   " + join(parts, ", ")});
  }
}

std::string estimate_text(const NvidiaAdviceView& advice) {
  if (!advice.speedup_percent) return advice.kind;
  return fmt::format("{}, {:.0f} %{}", advice.kind, *advice.speedup_percent, advice.is_local ? " of a part" : "");
}

void render_nvidia(const std::vector<NvidiaAdviceView>& advice, Canvas& canvas) {
  for (size_t i = 0; i < advice.size(); ++i) {
    canvas.fact(i == 0 ? "NVIDIA" : "",
                {fmt::format("{} ({}): {}", advice[i].rule, estimate_text(advice[i]), advice[i].text)});
    canvas.fact("", {{"   " + advice[i].remark, advice[i].relation == "agrees" ? Tone::good : Tone::dim}});
  }
}

void render_launch(const DiagnosedLaunch& launch, const DiagnoseView& view, Canvas& canvas) {
  if (launch.seconds)
    canvas.fact("time",
                {fmt::format("{} {} ({}{})", name_of(launch.origin), seconds_text(*launch.seconds), launch.collector,
                             launch.passes > 0 ? fmt::format(", {} passes", launch.passes) : "")});
  canvas.fact("bound", {bounds_line(launch)});
  if (!view.ceiling.bounds.empty() && view.launches.size() == 1) canvas.fact("ceiling", {ceiling_text(view)});
  render_reach(launch.picture, canvas);
  if (view.reach.known() && view.launches.size() == 1) canvas.fact("target", {reach_text(view.reach)});
  if (view.detailed && !view.levels.empty()) canvas.fact("roofline", {levels_text(view)});
  for (size_t i = 0; i < launch.actions.size(); ++i) render_action(launch.actions[i], i + 1, view.detailed, canvas);
  if (launch.actions.empty()) canvas.fact("do", {"nothing that a rule knows of"});
  render_plan(launch.plan, view.detailed, canvas);
  draw_picture(launch.picture, canvas);
  render_hot(launch.hot, canvas);
  render_nvidia(launch.nvidia, canvas);
  for (const std::string& each : launch.unseen) {
    if (each.starts_with(k_no_counters)) canvas.fact("not seen", {{each, Tone::warning}});
  }
  if (!view.detailed) return;
  for (const std::string& each : launch.in_code) canvas.fact("in the code", {each});
  for (const std::string& each : launch.costs_little) canvas.fact("costs little", {each});
  for (const Undecided& rule : launch.undecided)
    canvas.fact("not decided", {fmt::format("{}: {} not known", rule.rule, join(rule.absent, ", "))});
  for (const std::string& each : launch.unseen) {
    if (!each.starts_with(k_no_counters)) canvas.fact("not seen", {each});
  }
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
  if (view.launches.size() > 1 && view.reach.known()) canvas.fact("target", {reach_text(view.reach)});
  if (!view.problem.empty())
    canvas.line({fmt::format("next: whet optimize {0} · whet run {0} --lines · whet diagnose {0} -v", view.problem)});
}

}  // namespace whet
