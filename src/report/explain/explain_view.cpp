#include "report/explain/explain_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

using lift::Confirmation;
using lift::Explanation;

std::string verdict_word(Confirmation::Verdict verdict) {
  switch (verdict) {
    case Confirmation::Verdict::confirmed:
      return "confirmed";
    case Confirmation::Verdict::refuted:
      return "refuted";
    default:
      return "not run";
  }
}

Tone verdict_tone(Confirmation::Verdict verdict) {
  switch (verdict) {
    case Confirmation::Verdict::confirmed:
      return Tone::good;
    case Confirmation::Verdict::refuted:
      return Tone::bad;
    default:
      return Tone::warning;
  }
}

std::string confirmation_text(const Confirmation& found) {
  if (found.verdict != Confirmation::Verdict::confirmed) return ": " + found.reason;
  std::string text = fmt::format(" by running it at {} sets of sizes on the virtual GPU ({} elements compared",
                                 found.sizes.size(), found.elements);
  if (found.granule > 1)
    text += fmt::format("; sizes that are multiples of {} only: it faults on others", found.granule);
  return text + ")";
}

std::string functions_text(const lift::ExplainedWork& work) {
  std::string text;
  for (const auto& [name, calls] : work.functions) text += fmt::format(", {} {}", calls, name);
  if (work.divisions != "0") text += fmt::format(", {} divisions", work.divisions);
  if (work.comparisons != "0") text += fmt::format(", {} comparisons", work.comparisons);
  return text;
}

std::string work_text(const lift::ExplainedWork& work) {
  if (!work.open.empty()) return "not known as a formula: " + work.open;
  const std::string most = work.is_bound ? "at most " : "";
  if (work.flops == "0" && work.integers != "0")
    return fmt::format("{}{} integer operations{}", most, work.integers, functions_text(work));
  const std::string integers = work.integers == "0" ? "" : fmt::format(", {} integer operations", work.integers);
  return fmt::format("{}{} FLOP ({} additions, {} multiplications){}{}", most, work.flops, work.additions,
                     work.multiplications, integers, functions_text(work));
}

std::string array_line(const lift::ExplainedArray& array) {
  std::string text = fmt::format("{} {}: {}{} elements of {} bytes", array.is_written ? "writes" : "reads", array.name,
                                 array.is_bound ? "at most " : "", array.elements, array.bytes);
  if (!array.is_written && !array.reuse.empty() && array.reuse != "1")
    text += fmt::format(", each used {} times", array.reuse);
  return text;
}

void render_work(const lift::ExplainedWork& work, Canvas& canvas) {
  canvas.fact("work", {work_text(work)});
  if (!work.open.empty()) return;
  std::string bytes = fmt::format("must move {} bytes", work.bytes);
  if (work.intensity) bytes += fmt::format("; {:.3g} FLOP a byte where every size is 1024", *work.intensity);
  canvas.fact("memory", {bytes});
  for (const lift::ExplainedArray& array : work.arrays) canvas.item({array_line(array)});
  canvas.fact("parallel", {fmt::format("{} independent elements", work.elements)});
}

// What the source does beyond the formula, at the sizes that were run.
std::string redundancy_text(const lift::Redundancy& found) {
  std::vector<std::string> parts;
  if (found.loads_more()) {
    parts.push_back(
        fmt::format("loads {:.3g} times the bytes that it needs", found.loaded_bytes / found.needed_read_bytes));
  }
  if (found.computes_more()) {
    parts.push_back(
        fmt::format("computes {:.3g} times the FLOP that it needs", found.executed_flops / found.needed_flops));
  }
  return parts.empty() ? "nothing: it loads and computes no more than it needs" : join(parts, "; ");
}

void render_explanation(const Explanation& found, Canvas& canvas) {
  const Confirmation& confirmation = found.confirmation;
  for (const lift::WrittenFormula& each : found.shown) canvas.formula(each.text, each.latex, each.mathml);
  if (found.shown.empty()) canvas.verbatim(join(found.formulas, "\n"));
  if (!found.layouts.empty()) canvas.fact("arrays", {join(found.layouts, "; ")});
  canvas.fact("verdict", {{verdict_word(confirmation.verdict), verdict_tone(confirmation.verdict)},
                          confirmation_text(confirmation)});
  canvas.fact("class", {join(found.patterns, " · then ")});
  render_work(found.work, canvas);
  if (found.redundancy) canvas.fact("redundant", {redundancy_text(*found.redundancy)});
  canvas.fact("remarks", {found.remarks.empty() ? "none" : found.remarks[0]});
  for (size_t i = 1; i < found.remarks.size(); ++i) canvas.item({found.remarks[i]});
  if (!found.assumptions.empty()) canvas.fact("assumes", {join(found.assumptions, "; ")});
}

void render_refusal(const Error& refusal, Canvas& canvas) {
  canvas.fact("refused", {{refusal.what, Tone::warning}});
  if (!refusal.where.empty()) canvas.fact("at", {refusal.where});
}

Json sizes_json(const lift::ConfirmedSizes& sizes) {
  Json json = Json::object();
  json["sizes"] = Json::object();
  for (const auto& [name, value] : sizes.sizes) json["sizes"][name] = value;
  json["launch"] = sizes.launch;
  return json;
}

Json confirmation_json(const Confirmation& found) {
  Json json = Json::object();
  json["verdict"] = verdict_word(found.verdict);
  json["reason"] = found.reason.empty() ? Json() : Json(found.reason);
  json["sizes"] = json_array(found.sizes, sizes_json);
  json["size_multiple"] = found.granule;
  json["elements_compared"] = found.elements;
  return json;
}

Json array_json(const lift::ExplainedArray& array) {
  Json json = Json::object();
  json["name"] = array.name;
  json["access"] = array.is_written ? "write" : "read";
  json["element_bytes"] = array.bytes;
  json["elements"] = array.elements;
  json["is_bound"] = array.is_bound;
  json["uses_per_element"] = array.reuse.empty() ? Json() : Json(array.reuse);
  return json;
}

Json work_json(const lift::ExplainedWork& work) {
  Json json = Json::object();
  json["origin"] = "derived";
  json["open"] = work.open.empty() ? Json() : Json(work.open);
  json["is_bound"] = work.is_bound;
  json["flops"] = work.flops;
  json["additions"] = work.additions;
  json["multiplications"] = work.multiplications;
  json["divisions"] = work.divisions;
  json["comparisons"] = work.comparisons;
  json["integer_operations"] = work.integers;
  json["functions"] = Json::object();
  for (const auto& [name, calls] : work.functions) json["functions"][name] = calls;
  json["bytes"] = work.bytes;
  json["independent_elements"] = work.elements;
  json["flop_per_byte_at_1024"] = work.intensity;
  json["arrays"] = json_array(work.arrays, array_json);
  return json;
}

Json redundancy_json(const lift::Redundancy& found) {
  Json json = Json::object();
  json["origin"] = "counted";
  json["needed_flops"] = found.needed_flops;
  json["executed_flops"] = found.executed_flops;
  json["needed_read_bytes"] = found.needed_read_bytes;
  json["loaded_bytes"] = found.loaded_bytes;
  return json;
}

Json strings_json(const std::vector<std::string>& list) {
  return json_array(list, [](const std::string& text) { return Json(text); });
}

Json kernel_json(const ExplainedKernel& kernel) {
  Json json = Json::object();
  json["signature"] = kernel.signature;
  json["refused"] = kernel.refusal ? Json(kernel.refusal->what) : Json();
  json["refused_at"] = kernel.refusal && !kernel.refusal->where.empty() ? Json(kernel.refusal->where) : Json();
  if (!kernel.explanation) return json;
  const Explanation& found = *kernel.explanation;
  json["formulas"] = strings_json(found.formulas);
  json["shown"] = json_array(found.shown, [](const lift::WrittenFormula& each) {
    Json written = Json::object();
    written["text"] = each.text;
    written["latex"] = each.latex;
    written["mathml"] = each.mathml;
    return written;
  });
  json["layouts"] = strings_json(found.layouts);
  json["class"] = strings_json(found.patterns);
  json["remarks"] = strings_json(found.remarks);
  json["assumptions"] = strings_json(found.assumptions);
  json["confirmation"] = confirmation_json(found.confirmation);
  json["work"] = work_json(found.work);
  json["redundancy"] = found.redundancy ? redundancy_json(*found.redundancy) : Json();
  return json;
}

}  // namespace

bool ExplainView::any_refuted() const {
  return std::any_of(kernels.begin(), kernels.end(), [](const ExplainedKernel& kernel) {
    return kernel.explanation && kernel.explanation->confirmation.verdict == Confirmation::Verdict::refuted;
  });
}

void render(const ExplainView& view, Canvas& canvas) {
  for (const ExplainedKernel& kernel : view.kernels) {
    canvas.heading(kernel.signature);
    if (kernel.explanation) render_explanation(*kernel.explanation, canvas);
    if (kernel.refusal) render_refusal(*kernel.refusal, canvas);
  }
  if (!view.next.empty()) canvas.line({{"next: " + join(view.next, " · "), Tone::dim}});
}

Json to_json(const ExplainView& view) {
  Json json = Json::object();
  json["file"] = view.file;
  json["kernels"] = json_array(view.kernels, kernel_json);
  return json;
}

}  // namespace whet
