#include "report/folder/html_sections.h"

#include <fmt/format.h>

#include <array>

#include "optimize/score/settings.h"
#include "report/canvas/html_canvas.h"
#include "report/canvas/html_text.h"
#include "report/canvas/number_text.h"
#include "report/plot/attribution_plot.h"
#include "report/plot/roofline_plot.h"
#include "report/store/store_text.h"
#include "report/store/stored_run_view.h"
#include "util/system/files.h"
#include "util/text.h"
#include "util/text/text_diff.h"

namespace whet {

namespace {

using store::name_of;

constexpr size_t k_rounds_unfolded = 12;  // more are folded

std::string both_sizes(const std::string& wide, const std::string& narrow) {
  return "<div class=\"wide\">" + wide + "</div><div class=\"narrow\">" + narrow + "</div>\n";
}

std::string figure_html(const std::string& drawing, const std::string& caption) {
  return "<figure>\n" + drawing + "<figcaption>" + caption + "</figcaption>\n</figure>\n";
}

std::string card_html(std::string_view what, const std::string& figure, std::string_view origin,
                      const std::string& more) {
  return fmt::format(
      "<li><div class=\"what\">{}</div><div class=\"figure\">{} {}</div><div class=\"more\">{}</div></li>\n", what,
      escape_html(figure), origin_badge(origin), escape_html(more));
}

std::string table_html(const Table& table) {
  HtmlCanvas canvas;
  canvas.table(table);
  return canvas.take();
}

std::string details_html(const std::string& summary, const std::string& body) {
  return "<details><summary>" + escape_html(summary) + "</summary>\n" + body + "</details>\n";
}

std::string note_html(const std::string& text) {
  return "<p class=\"note\">" + escape_html(text) + "</p>\n";
}

std::string time_of(const std::optional<double>& seconds, const OptimizeView& view) {
  if (!seconds) return "not timed";
  return view.run.origin == store::TimeOrigin::measured ? measured_text(*seconds) : seconds_text(*seconds);
}

// The legend of the timeline.
std::string legend_html() {
  constexpr std::array<std::pair<OutcomeGroup, std::string_view>, 6> k_meanings = {{
      {OutcomeGroup::faster, "confirmed faster"},
      {OutcomeGroup::passed_over,
       "below the leader's line, but another of its round was faster, or it was not when compared"},
      {OutcomeGroup::right, "right, not faster than the leader"},
      {OutcomeGroup::slower, "slower"},
      {OutcomeGroup::refused, "refused: wrong, invalid or failed"},
      {OutcomeGroup::open, "not judged"},
  }};
  std::string html =
      "<ul class=\"legend\">\n<li><svg width=\"20\" height=\"12\" aria-hidden=\"true\"><line x1=\"0\" "
      "y1=\"6\" x2=\"20\" y2=\"6\" class=\"champions\"/><circle cx=\"10\" cy=\"6\" r=\"5\" "
      "class=\"champion\"/></svg>champion</li>\n";
  for (const auto& [group, meaning] : k_meanings)
    html += fmt::format(
        "<li><svg width=\"12\" height=\"12\" aria-hidden=\"true\"><circle cx=\"6\" cy=\"6\" r=\"4\" "
        "class=\"point {}\"/></svg>{}</li>\n",
        name_of(group), meaning);
  return html + "</ul>\n";
}

std::string tunables_html(const OptimizeView& view) {
  Table table{.header = {"tunable", "baseline", "champion"}, .right_aligned = {false, true, true}};
  for (const TunableChange& each : view.tunables) {
    table.rows.push_back({{each.name, each.is_changed() ? Tone::strong : Tone::dim},
                          {each.before.empty() ? "as the source has it" : each.before, Tone::dim},
                          {each.after, each.is_changed() ? Tone::strong : Tone::dim}});
  }
  return table.rows.empty() ? "" : table_html(table);
}

// If the original stays, there is only one column.
std::string inspection_html(const KernelInspection& kernel, bool stays) {
  const auto table_of = [stays](const std::vector<InspectionRow>& rows, const char* title) {
    Table table{.header = {title, "baseline", "champion"}};
    if (stays) table = Table{.header = {title, ""}};
    for (const InspectionRow& row : rows) {
      if (stays) {
        table.rows.push_back({row.label, row.before});
        continue;
      }
      const Tone tone = row.before == row.after ? Tone::plain : Tone::strong;
      table.rows.push_back({row.label, row.before, {row.after, tone}});
    }
    return table_html(table);
  };
  return "<h3>" + escape_html(kernel.name) + "</h3>\n" + table_of(kernel.rows, "resources") +
         details_html("Instructions by class", table_of(kernel.instructions, "in the machine code"));
}

// The settings of a run as a sentence; settings of other commands stay JSON.
std::string settings_text(const Json& json) {
  const auto settings = settings_from(json);
  if (!settings || !json.find("most_seconds")) return json.dump(-1);
  std::string text = fmt::format(
      "at most {:.0f} s and {} candidates, {} a round; it ends after {} rounds without progress, or at {:.0f} % of the "
      "ceiling; no case may become more than {:.3g} % slower",
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

std::string section_html(const std::string& title, const std::string& origins, const std::string& body) {
  return "<section>\n<h2>" + escape_html(title) + " " + origins + "</h2>\n" + body + "</section>\n";
}

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
  return advice.empty() ? "" : section_html("What to do next", "", note_html(advice));
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

std::string attribution_section(const OptimizeView& view) {
  if (view.attributions.empty()) return "";
  const std::string drawing =
      both_sizes(attribution_svg(view.attributions, k_wide_plot), attribution_svg(view.attributions, k_narrow_plot));
  HtmlCanvas canvas;
  Table table{.header = {"part", "kind", "brings", "verdict", "in the machine code"}};
  for (const store::Attribution& each : view.attributions)
    table.rows.push_back({each.name, std::string(name_of(each.kind)), speedup_text(each.speedup),
                          std::string(name_of(each.verdict)), each.evidence});
  canvas.table(table);
  return section_html("Where the gain came from", origin_badge(name_of(view.run.origin)),
                      figure_html(drawing,
                                  "The champion against itself without this part: how many times faster the "
                                  "part makes it. The whisker is the 95 % interval.") +
                          details_html("Each part with its evidence in the machine code", canvas.take()));
}

std::string roofline_section(const RunReport& report) {
  if (!report.ceilings || !has_roofline(report.view, *report.ceilings)) return "";
  const std::string drawing = both_sizes(roofline_svg(report.view, *report.ceilings, k_wide_plot),
                                         roofline_svg(report.view, *report.ceilings, k_narrow_plot));
  const std::string caption = escape_html(
      fmt::format("The path of the champions at the first case, below the ceilings of {}{}. Bandwidth and peaks are "
                  "the maker's ({}; see whet specs).",
                  report.gpu, report.view.result.flops.value_or(0) > 0 ? "" : ", with shares of the DRAM bandwidth",
                  report.ceilings->dram->source));
  return section_html("Below the roof", origin_badge(name_of(report.view.run.origin)) + " " + origin_badge("sourced"),
                      figure_html(drawing, caption));
}

std::string timeline_section(const RunReport& report) {
  if (report.timeline.empty()) return "";
  const std::string drawing = both_sizes(timeline_svg(report.timeline, report.view, k_wide_plot),
                                         timeline_svg(report.timeline, report.view, k_narrow_plot));
  return section_html("What was tried", origin_badge(name_of(report.view.run.origin)),
                      note_html(outcomes_text(report.view.outcomes)) + legend_html() +
                          figure_html(drawing, report.view.cases.size() > 1
                                                   ? "Times over all cases (geometric mean by weight); lower is "
                                                     "faster. The line is who led."
                                                   : "Lower is faster. The line is who led."));
}

std::string change_section(const RunReport& report) {
  const OptimizeView& view = report.view;
  if (!view.champion || view.run.champion == view.run.baseline) return "";
  std::string body;
  if (!view.champion->memo.empty()) body += note_html(view.champion->memo);
  body += tunables_html(view);
  const std::string diff = diff_html(report.before_source, report.after_source);
  body += diff.empty() ? note_html("The source is the baseline's; only tunables differ.") : diff;
  return section_html("What changed in the source", "", body);
}

std::string machine_code_section(const RunReport& report) {
  if (!report.machine_code) {
    if (report.without_machine_code.empty()) return "";
    return section_html("What changed in the machine code", "", note_html(report.without_machine_code));
  }
  const MachineCodeView& code = *report.machine_code;
  const bool stays = report.view.run.champion == report.view.run.baseline;
  std::string body = note_html(stays ? fmt::format("{}, by {}", code.architecture, code.before_compiler)
                                     : fmt::format("{}, baseline by {}, champion by {}", code.architecture,
                                                   code.before_compiler, code.after_compiler));
  for (const KernelInspection& kernel : code.kernels) body += inspection_html(kernel, stays);
  if (!stays) {
    HtmlCanvas canvas;
    render(code.sass, canvas);
    body += details_html("Instructions gained and lost, by loop", canvas.take());
  }
  return section_html(stays ? "The machine code, which stays" : "What changed in the machine code",
                      origin_badge("counted"), body);
}

std::string record_section(const OptimizeView& view) {
  const store::Run& run = view.run;
  const std::string origin = origin_badge(name_of(run.origin));
  std::string html;
  if (!view.cases.empty()) html += section_html("Cases", origin, table_html(cases_table(view)));
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

std::string diff_html(const std::string& before, const std::string& after) {
  std::string html;
  for (const DiffHunk& hunk : diff_hunks(before, after)) {
    html += "<span class=\"hunk\">" + hunk_header(hunk) + "</span>";
    for (const DiffLine& line : hunk.lines) {
      const bool same = line.kind == DiffLine::Kind::same, added = line.kind == DiffLine::Kind::added;
      std::string_view text = line.text;
      while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
      html += fmt::format("<span class=\"{}\">{}{}</span>",
                          same    ? "same"
                          : added ? "added"
                                  : "removed",
                          same    ? ' '
                          : added ? '+'
                                  : '-',
                          escape_html(text));
    }
  }
  return html.empty() ? "" : "<pre class=\"diff\" tabindex=\"0\">" + html + "</pre>\n";
}

}  // namespace whet
