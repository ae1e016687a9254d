// The sections of a run's report that have drawings.
#include <fmt/format.h>

#include <array>

#include "report/canvas/html_canvas.h"
#include "report/canvas/html_text.h"
#include "report/folder/html_parts.h"
#include "report/folder/html_sections.h"
#include "report/plot/attribution_plot.h"
#include "report/plot/roofline_plot.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

using store::name_of;

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

}  // namespace

std::string attribution_section(const OptimizeView& view) {
  if (view.attributions.empty()) return "";
  const std::string drawing =
      both_sizes(attribution_svg(view.attributions, k_wide_plot), attribution_svg(view.attributions, k_narrow_plot));
  Table table{.header = {"part", "kind", "brings", "verdict", "in the machine code"}};
  for (const store::Attribution& each : view.attributions)
    table.rows.push_back({each.name, std::string(name_of(each.kind)), speedup_text(each.speedup),
                          std::string(name_of(each.verdict)), each.evidence});
  return section_html("Where the gain came from", origin_badge(name_of(view.run.origin)),
                      figure_html(drawing,
                                  "The champion against itself without this part: how many times faster the "
                                  "part makes it. The whisker is the 95 % interval.") +
                          details_html("Each part with its evidence in the machine code", table_html(table)));
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

std::string picture_section(const RunReport& report) {
  if (!report.picture) return "";
  HtmlCanvas canvas;
  draw_picture(*report.picture, canvas);
  const bool stays = report.picture->launches.size() == 1;
  return section_html(stays ? "What its time is spent on" : "What its time was spent on, and is now",
                      origin_badge("counted") + " " + origin_badge("modelled"),
                      note_html("The longest launch at the first case, counted on the virtual GPU.") + canvas.take());
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

}  // namespace whet
