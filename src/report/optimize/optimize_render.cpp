// Draws an OptimizeView: the result first, then its details.
#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/optimize/optimize_view.h"
#include "report/store/store_text.h"
#include "report/store/stored_run_view.h"
#include "util/text.h"

namespace whet {

namespace {

using store::name_of;

constexpr size_t k_rounds_shown = 12, k_predicted_shown = 5;

Tone tone_of(const OptimizeView& view) {
  if (view.has_gained() || view.has_gained_by_size()) return Tone::good;
  return view.result.outcome.empty() || view.result.outcome == "nothing gained" ? Tone::warning : Tone::bad;
}

std::string seconds_with_origin(const std::optional<double>& seconds, store::TimeOrigin origin) {
  if (!seconds) return "not timed";
  const bool measured = origin == store::TimeOrigin::measured;
  return (measured ? measured_text(*seconds) : seconds_text(*seconds)) + " " + std::string(name_of(origin));
}

std::string end_text(const store::Candidate& candidate, const std::optional<double>& seconds,
                     const std::optional<double>& share, const OptimizeView& view) {
  const std::string of = view.cases.size() > 1 ? fmt::format(" over {} cases", view.cases.size()) : "";
  std::string text =
      fmt::format("{}{}  candidate {}", seconds_with_origin(seconds, view.run.origin), of, candidate.index);
  if (share) text += fmt::format("  {} of the ceiling", percent_text(*share));
  return text;
}

// Why the run stopped, unless the result already says so.
void render_stop(const OptimizeView& view, Canvas& canvas) {
  const bool is_said = !view.has_gained() && view.result.reason == view.run.stop_reason;
  const std::string reason = view.run.stop_reason.empty() ? std::string(name_of(view.run.state)) : view.run.stop_reason;
  const std::string took =
      view.result.seconds ? duration_text(static_cast<int64_t>(*view.result.seconds * 1000)) : std::string();
  if (!is_said || view.run.stop_reason.empty())
    canvas.fact("stopped", {reason + (took.empty() ? "" : "; took " + took)});
  else if (!took.empty())
    canvas.fact("took", {took});
}

// The gain with its interval if the two were compared, else the ratio of the medians.
std::string gain_text(const CaseTimes& each) {
  if (!each.after) return "";
  if (each.after->speedup || !each.before || !(each.after->median > 0)) return speedup_text(each.after->speedup);
  return fmt::format("{:.2f}x", each.before->median / each.after->median);
}

std::string simplification_text(const RunResult& result) {
  return result.simplification + (result.taken_back.empty() ? "" : " (" + join(result.taken_back, ", ") + ")");
}

std::string ceiling_origin(const RunResult& result) {
  if (result.floor_origin == "measured") return "measured on this GPU";
  return result.floor_origin == "modelled" ? "by a calibration of the virtual GPU" : "modelled from hardware facts";
}

void render_ends(const OptimizeView& view, Canvas& canvas) {
  const RunResult& result = view.result;
  if (view.baseline)
    canvas.fact("baseline", {end_text(*view.baseline, result.baseline_seconds, result.share_before, view)});
  const bool other = view.has_other_champion();
  if (other) canvas.fact("champion", {end_text(*view.champion, result.champion_seconds, result.share_after, view)});
  if (other) {
    if (const std::string changes = changes_text(view.tunables); !changes.empty()) canvas.fact("changed", {changes});
    if (!result.simplification.empty()) canvas.fact("simpler", {simplification_text(result)});
    if (!view.champion->methods.empty()) canvas.fact("methods", {join(view.champion->methods, ", ")});
    if (!view.champion->memo.empty()) canvas.fact("memo", {view.champion->memo});
  }
  if (result.floor_seconds)
    canvas.fact("ceiling",
                {fmt::format("{} at best{}, {}", seconds_text(*result.floor_seconds),
                             result.floor_name.empty() ? "" : " by " + result.floor_name, ceiling_origin(result))});
  else
    canvas.fact("ceiling", {"not known: [work] of problem.toml says what the task needs"});
  if (result.reach_seconds && result.reached && result.target)
    canvas.fact("target",
                {fmt::format("at {} of what it can reach, {}: {}; stop target {}", percent_text(*result.reached),
                             seconds_text(*result.reach_seconds), result.reach_reasons, percent_text(*result.target))});
}

void render_table(const std::string& title, const Table& table, Canvas& canvas) {
  if (table.rows.empty()) return;
  canvas.blank();
  canvas.heading(title, 2);
  canvas.table(table);
}

// Only the last rounds, to fit a screen; the report has all of them.
void render_rounds(const OptimizeView& view, Canvas& canvas) {
  Table table = rounds_table(view);
  const size_t all = table.rows.size();
  if (all > k_rounds_shown)
    table.rows.erase(table.rows.begin(), table.rows.end() - static_cast<std::ptrdiff_t>(k_rounds_shown));
  render_table(all > k_rounds_shown ? fmt::format("last {} of {} rounds", k_rounds_shown, all) : "rounds", table,
               canvas);
}

// Empty if it only repeats why the run stopped, which render_stop shows.
std::string reason_text(const OptimizeView& view) {
  const std::string& reason = view.result.reason;
  if (reason.empty() || (view.has_gained() && reason == view.run.stop_reason)) return {};
  return ": " + reason;
}

void render_files(const OptimizeView& view, Canvas& canvas) {
  const std::string header = dispatch_file(view);
  if (view.result.dispatch || !view.branch.empty() || !view.exported.empty() || !view.folder.empty()) canvas.blank();
  if (view.result.dispatch)
    canvas.fact("by size", {fmt::format("{} over the best for all{}", speedup_text(view.result.dispatch->gain),
                                        header.empty() ? "" : ": " + header)});
  if (!view.branch.empty())
    canvas.fact("branch", {fmt::format("{}, {} commit{}", view.branch, view.commits.size(),
                                       view.commits.size() == 1 ? "" : "s")});
  if (!view.exported.empty()) canvas.fact("exported", {view.exported});
  if (!view.folder.empty() && view.has_gained()) canvas.fact("kernel", {join_path(view.folder, "champion.cu")});
  if (!view.folder.empty()) canvas.fact("report", {join_path(view.folder, "report.html")});
}

void render_next(const OptimizeView& view, Canvas& canvas) {
  std::string next = fmt::format("next: whet show {}", view.run.id);
  if (view.has_other_champion()) next += fmt::format(" --candidate {} --source", view.champion->index);
  if (const std::string table = table_file(view); !table.empty() && !view.problem.empty())
    next += fmt::format(" · whet write {} --dispatch {}", view.problem, table);
  if (store::can_resume(view.run.state)) next += fmt::format(" · whet resume {}", view.run.id);
  render_next_methods(view, canvas);
  canvas.blank();
  if (const std::string advice = advice_text(view); !advice.empty()) canvas.line({{"next: " + advice}});
  canvas.line({{next, Tone::dim}});
  if (!view.branch.empty())
    canvas.line({{fmt::format("take it: git merge {0} · look first: git log -p HEAD..{0}", view.branch), Tone::dim}});
}

}  // namespace

std::string headline_text(const OptimizeView& view) {
  const RunResult& result = view.result;
  const std::string gain = result.speedup ? fmt::format("{:.2f}x faster [{:.2f} {:.2f}]", result.speedup->value,
                                                        result.speedup->low, result.speedup->high)
                                          : "";
  if (view.has_gained() && !gain.empty()) return gain;
  if (view.has_gained_by_size()) return speedup_text(result.dispatch->gain) + " faster by size";
  if (!result.outcome.empty()) return result.outcome;
  const bool leads = view.champion && view.run.champion != view.run.baseline && !gain.empty();
  const std::string state = view.run.state == store::RunState::finished
                                ? "no result was recorded"
                                : fmt::format("not finished ({})", name_of(view.run.state));
  return state + (leads ? "; best so far " + gain : "");
}

std::string advice_text(const OptimizeView& view) {
  if (view.result.outcome != "nothing gained") return {};
  const std::string problem = view.problem.empty() ? "PROBLEM" : view.problem;
  if (view.limited_by.starts_with("launch"))
    return fmt::format(
        "at this size most of the time is the launch itself ({}): try a larger one, whet optimize {} "
        "--dims ...",
        view.limited_by, problem);
  const std::string& reason = view.result.reason;
  if (reason.find("the time given") != std::string::npos || reason.find(" s were over") != std::string::npos ||
      reason.find("s are too few") != std::string::npos)
    return fmt::format("give it more time: whet optimize {} --seconds N", problem);
  const std::string limit = view.limited_by.empty() ? "" : fmt::format(", limited by {}", view.limited_by);
  if (view.next && !view.next->methods.empty()) {
    const Method& first = view.next->methods.front().method;
    return fmt::format(
        "its numbers are not what holds it back{}: write {}, which whet skill {} explains; whet submit "
        "judges it",
        limit, first.id, first.skill);
  }
  return fmt::format(
      "its numbers are not what holds it back{}: whet run {} says where the time goes, whet submit "
      "judges what you write",
      limit, problem);
}

std::string changes_text(const std::vector<TunableChange>& tunables) {
  std::vector<std::string> parts;
  for (const TunableChange& each : tunables) {
    if (!each.is_changed()) continue;
    parts.push_back(each.before.empty() ? fmt::format("{} = {}", each.name, each.after)
                                        : fmt::format("{} {} → {}", each.name, each.before, each.after));
  }
  return join(parts, ", ");
}

Table rounds_table(const OptimizeView& view) {
  Table table{.header = {"round", "proposer", "candidates", "right", "best"},
              .right_aligned = {true, false, true, true, true}};
  for (const store::RoundSummary& each : view.rounds) {
    table.rows.push_back({std::to_string(each.round.index), each.round.proposer,
                          count_text(static_cast<double>(each.candidates)), count_text(static_cast<double>(each.sound)),
                          each.best ? fmt::format("{:.2f}x", *each.best) : ""});
  }
  return table;
}

Table cases_table(const OptimizeView& view) {
  const bool other = view.has_other_champion();
  Table table{.header = {"case", "baseline", "champion", "speed-up", "origin"}, .right_aligned = {false, true, true}};
  if (!other) table = Table{.header = {"case", "time", "origin"}, .right_aligned = {false, true}};
  const auto time = [](const std::optional<store::Measurement>& each) {
    return each ? seconds_text(each->median) : std::string();
  };
  for (const CaseTimes& each : view.cases) {
    const auto& known = each.after ? each.after : each.before;
    if (!other) {
      table.rows.push_back({each.name, time(known), known ? std::string(name_of(known->origin)) : ""});
      continue;
    }
    table.rows.push_back({each.name, time(each.before), time(each.after), gain_text(each),
                          known ? std::string(name_of(known->origin)) : ""});
  }
  return table;
}

Table dispatch_table(const RunDispatch& dispatch) {
  Table table{.header = {"case", "runs", "over the champion"}, .right_aligned = {}};
  for (const DispatchedCase& each : dispatch.cases)
    table.rows.push_back({each.name, each.variant, each.falls_back ? "falls back" : speedup_text(each.gain)});
  return table;
}

std::string costs_text(const RunCosts& costs) {
  return fmt::format("compilers {:.1f} s, judge {:.1f} s, comparisons {:.1f} s; overhead {:.1f} ms a candidate",
                     costs.compile_seconds, costs.judge_seconds, costs.compare_seconds, 1e3 * costs.overhead_seconds());
}

void render_minds(const OptimizeView& view, Canvas& canvas) {
  for (const MindShare& share : view.minds) canvas.fact("mind", {mind_text(share)});
  if (!view.mind_end.empty()) canvas.fact("minds", {view.mind_end});
}

void render(const OptimizeView& view, Canvas& canvas) {
  const store::Run& run = view.run;
  canvas.heading(fmt::format("run {}: {}", run.id, kernel_text(run.kernel)), 1,
                 fmt::format("{}, {}, {}", run.device, run.gpu, name_of(run.origin)));
  canvas.fact("result", {{headline_text(view), tone_of(view)},
                         view.has_gained() ? fmt::format(" {}, 95 % interval", name_of(run.origin)) : "",
                         reason_text(view)});
  render_ends(view, canvas);
  canvas.fact("tried", {outcomes_text(view.outcomes)});
  render_stop(view, canvas);
  if (!view.result.dropped.empty())
    canvas.fact("left out", {join(view.result.dropped, "; ") + ": there was no time for it within --seconds"});
  if (const std::string text = predicted_text(view.predicted); !text.empty()) canvas.fact("predicted", {text});
  if (view.result.costs) canvas.fact("cost", {costs_text(*view.result.costs)});
  render_minds(view, canvas);
  canvas.fact("seed", {std::to_string(run.seed)});
  render_attributions(view.attributions, run.origin, canvas);
  if (view.cases.size() > 1) render_table("cases", cases_table(view), canvas);
  if (view.result.dispatch)
    render_table("by size, over the champion alone", dispatch_table(*view.result.dispatch), canvas);
  render_table("fastest written kernels, over all cases",
               predicted_table(view.predicted, run.origin, k_predicted_shown), canvas);
  render_rounds(view, canvas);
  render_files(view, canvas);
  for (const std::string& note : view.notes) canvas.line({{"note: " + note, Tone::warning}});
  render_next(view, canvas);
}

}  // namespace whet
