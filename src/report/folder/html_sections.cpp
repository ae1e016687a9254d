#include "report/folder/html_sections.h"

#include <fmt/format.h>

#include "optimize/score/settings.h"
#include "report/canvas/html_canvas.h"
#include "report/canvas/html_text.h"
#include "report/canvas/number_text.h"
#include "report/diagnose/diagnose_view.h"
#include "report/folder/html_parts.h"
#include "report/store/store_text.h"
#include "report/store/stored_run_view.h"
#include "util/system/files.h"
#include "util/text.h"

namespace whet {

namespace {

using store::name_of;

constexpr size_t k_rounds_unfolded = 12;  // more are folded

std::string card_html(std::string_view what, const std::string& figure, std::string_view origin,
                      const std::string& more) {
  return fmt::format(
      "<li><div class=\"what\">{}</div><div class=\"figure\">{} {}</div><div class=\"more\">{}</div></li>\n", what,
      escape_html(figure), origin_badge(origin), escape_html(more));
}

std::string time_of(const std::optional<double>& seconds, const OptimizeView& view) {
  if (!seconds) return "not timed";
  return view.run.origin == store::TimeOrigin::measured ? measured_text(*seconds) : seconds_text(*seconds);
}

// The settings of a run as a sentence; settings of other commands stay JSON.
std::string settings_text(const Json& json) {
  const auto settings = settings_from(json);
  if (!settings || !json.find("most_seconds")) return json.dump(-1);
  std::string text = fmt::format(
      "at most {:.0f} s and {} candidates, {} a round; it ends after {} rounds without progress, or at {:.0f} % of "
      "what "
      "it can reach; no case may become more than {:.3g} % slower",
      settings->most_seconds, settings->most_candidates, settings->batch, settings->patience,
      100 * settings->enough_share, 100 * settings->margin);
  std::vector<std::string> sizes;
  for (const auto& [name, value] : settings->dims) sizes.push_back(fmt::format("{}={}", name, value));
  if (!sizes.empty()) text += "; sizes " + join(sizes, ", ");
  if (!settings->strategy.empty()) text += "; strategy " + settings->strategy;
  if (settings->declared) text += "; only what [tune] declares is varied";
  if (!settings->starts.empty())
    text += fmt::format("; {} points of earlier runs were tried first", settings->starts.size());
  return text;
}

}  // namespace

std::string cards_html(const OptimizeView& view) {
  const RunResult& result = view.result;
  const std::string_view origin = name_of(view.run.origin);
  std::string cards;
  const std::string of = view.cases.size() > 1 ? fmt::format("over {} cases", view.cases.size()) : "";
  const auto more = [&](const std::string& who, const std::optional<double>& share) {
    std::vector<std::string> parts;
    for (const std::string& part : {who, of, share ? percent_text(*share) + " of the ceiling" : std::string()}) {
      if (!part.empty()) parts.push_back(part);
    }
    return join(parts, ", ");
  };
  if (view.baseline)
    cards += card_html("baseline", time_of(result.baseline_seconds, view), origin, more("", result.share_before));
  if (view.champion && view.run.champion != view.run.baseline)
    cards += card_html("champion", time_of(result.champion_seconds, view), origin,
                       more(fmt::format("candidate {}", view.champion->index), result.share_after));
  if (result.floor_seconds)
    cards += card_html("ceiling: the least it can take", seconds_text(*result.floor_seconds), "modelled",
                       result.floor_name.empty() ? "" : "by " + result.floor_name);
  cards +=
      card_html("candidates", count_text(static_cast<double>(view.candidates())), "counted",
                fmt::format("in {} rounds{}", view.rounds.size(),
                            result.seconds ? ", " + duration_text(static_cast<int64_t>(*result.seconds * 1000)) : ""));
  return "<ul class=\"cards\">\n" + cards + "</ul>\n";
}

std::string limits_section(const RunReport& report) {
  if (report.limited_before.empty() && report.limited_after.empty()) return "";
  const bool stays = report.view.run.champion == report.view.run.baseline;
  const RunResult& result = report.view.result;
  const bool has_share = result.share_before || (!stays && result.share_after);
  Table table{.header = {"", "limited by"}};
  if (has_share) table.header.emplace_back("of the ceiling");
  const auto add = [&](const char* when, const std::string& by, const std::optional<double>& of) {
    std::vector<Cell> row = {when, by.empty() ? std::string("not known") : by};
    if (has_share) row.emplace_back(of ? percent_text(*of) : std::string());
    table.rows.push_back(std::move(row));
  };
  add(stays ? "now" : "before", report.limited_before, result.share_before);
  if (!stays) add("after", report.limited_after, result.share_after);
  return section_html(stays ? "What limits it" : "What limited it, and what limits it now", origin_badge("modelled"),
                      table_html(table) + note_html("The share of its time that each part of the GPU would need alone, "
                                                    "at the first case."));
}

std::string next_section(const RunReport& report) {
  const std::string advice = advice_text(report.view);
  std::string body = advice.empty() ? "" : note_html(advice);
  if (report.view.next && !report.view.next->budget.assumed) {
    HtmlCanvas canvas;
    render_plan(*report.view.next, false, canvas);
    body += canvas.take();
  }
  return body.empty() ? "" : section_html("What to do next", origin_badge("modelled"), body);
}

std::string use_section(const RunReport& report) {
  const OptimizeView& view = report.view;
  if (!view.has_gained() || view.folder.empty()) return "";
  const std::string champion = join_path(view.folder, "champion.cu");
  const std::string flags = report.flags.empty() ? "" : join(report.flags, " ") + " ";
  std::string commands = "nvcc -c " + flags + champion + "\n";
  if (!report.problem.empty())
    commands +=
        fmt::format("whet bench {0} --candidate {1}\nwhet check {0} --candidate {1}\n", report.problem, champion);
  if (!view.branch.empty()) commands += "git merge " + view.branch + "\n";
  std::string body = note_html("champion.cu compiles by itself; its leading comment says how it is launched.") +
                     "<pre>" + escape_html(commands) + "</pre>\n";
  if (!report.launches.empty())
    body += details_html("How it is launched", "<pre>" + escape_html(report.launches) + "</pre>\n");
  return section_html("How to use it", "", body);
}

std::string record_section(const OptimizeView& view) {
  const store::Run& run = view.run;
  const std::string origin = origin_badge(name_of(run.origin));
  std::string html;
  if (!view.cases.empty()) html += section_html("Cases", origin, table_html(cases_table(view)));
  if (!view.predicted.empty())
    html += section_html("Written kernels", "predicted before compiling, and " + std::string(origin),
                         table_html(predicted_table(view.predicted, view.run.origin)));
  if (view.result.dispatch) html += section_html("By size", origin, table_html(dispatch_table(*view.result.dispatch)));
  if (!view.rounds.empty()) {
    const std::string table = table_html(rounds_table(view));
    const bool many = view.rounds.size() > k_rounds_unfolded;
    html += section_html("Rounds", origin,
                         many ? details_html(fmt::format("{} rounds", view.rounds.size()), table) : table);
  }
  HtmlCanvas canvas;
  canvas.fact("state", {std::string(name_of(run.state)) + (run.stop_reason.empty() ? "" : ": " + run.stop_reason)});
  if (!view.result.simplification.empty()) canvas.fact("simpler", {view.result.simplification});
  if (!view.result.dropped.empty()) canvas.fact("left out for lack of time", {join(view.result.dropped, "; ")});
  if (view.result.costs) canvas.fact("cost", {costs_text(*view.result.costs)});
  render_minds(view, canvas);
  canvas.fact("GPU", {run.gpu});
  canvas.fact("device", {run.device});
  if (!run.driver.empty()) canvas.fact("driver", {run.driver});
  if (!run.toolkit.empty()) canvas.fact("toolkit", {run.toolkit});
  canvas.fact("entry", {run.entry});
  canvas.fact("seed", {std::to_string(run.seed)});
  canvas.fact("began", {utc_text(run.began_ms)});
  if (run.ended_ms) canvas.fact("ended", {utc_text(*run.ended_ms)});
  canvas.fact("settings", {settings_text(run.settings)});
  return html + section_html("Conditions", "", canvas.take());
}

}  // namespace whet
