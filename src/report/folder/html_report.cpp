#include "report/folder/html_report.h"

#include <fmt/format.h>

#include <cctype>

#include "report/canvas/html_text.h"
#include "report/folder/html_sections.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

std::string tone_class(const OptimizeView& view) {
  if (view.has_gained() || view.has_gained_by_size()) return "good";
  return view.result.outcome.empty() || view.result.outcome == "nothing gained" ? "plain" : "bad";
}

std::string headline_html(const OptimizeView& view) {
  const auto& speedup = view.result.speedup;
  if (!view.has_gained() || !speedup) return escape_html(headline_text(view));
  return fmt::format("{:.2f}x faster <small>{:.2f} to {:.2f}, 95 % interval</small>", speedup->value, speedup->low,
                     speedup->high);
}

// "The search ended: no progress in 6 rounds." If the run ended otherwise, the reason is a sentence of its own.
std::string ending_sentence(const OptimizeView& view) {
  std::string reason = view.result.reason.empty() ? view.run.stop_reason : view.result.reason;
  if (reason.empty()) return {};
  if (view.has_gained() || view.has_gained_by_size() || reason == view.run.stop_reason)
    reason = "the search ended: " + reason;
  reason.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(reason.front())));
  return reason.ends_with('.') ? reason : reason + ".";
}

std::string origin_legend(const OptimizeView& view) {
  const std::string times =
      view.run.origin == store::TimeOrigin::measured
          ? "Times are " + origin_badge("measured") + " on the GPU named above."
          : "Times are " + origin_badge("modelled") + " by the virtual GPU from what it counted: no GPU was measured.";
  return times + " " + origin_badge("counted") + " is read from machine code, " + origin_badge("sourced") +
         " is taken from the maker's documents, " + origin_badge("modelled") + " follows from a model.";
}

}  // namespace

std::string report_html(const RunReport& report) {
  const OptimizeView& view = report.view;
  const store::Run& run = view.run;
  const std::string content = cards_html(view) + use_section(report) + next_section(report) + limits_section(report) +
                              attribution_section(view) + roofline_section(report) + picture_section(report) +
                              timeline_section(report) + change_section(report) + machine_code_section(report) +
                              record_section(view);
  const std::string where = fmt::format("{} ({}), {}, run {}", run.gpu, run.device, utc_text(run.began_ms), run.id);
  return fill_page(report_file("page.html"),
                   {{"title", escape_html(fmt::format("{}: {}", run.kernel.kernel, headline_text(view)))},
                    {"style", std::string(report_file("report.css"))},
                    {"kernel", escape_html(kernel_text(run.kernel))},
                    {"tone", tone_class(view)},
                    {"headline", headline_html(view)},
                    {"origin", view.result.speedup ? origin_badge(store::name_of(run.origin)) : ""},
                    {"reason", escape_html(ending_sentence(view))},
                    {"where", escape_html(where)},
                    {"content", content},
                    {"origin-legend", origin_legend(view)},
                    {"run", std::to_string(run.id)}});
}

}  // namespace whet
