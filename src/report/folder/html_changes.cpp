// The sections of a run's report about what changed: in the source and in the machine code.
#include <fmt/format.h>

#include "report/canvas/html_canvas.h"
#include "report/canvas/html_text.h"
#include "report/folder/html_parts.h"
#include "report/folder/html_sections.h"
#include "util/text/text_diff.h"

namespace whet {

namespace {

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

}  // namespace

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

}  // namespace whet
