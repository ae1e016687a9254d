#include "consult/prompt/evidence.h"

#include <algorithm>

#include <fmt/format.h>

#include "consult/text/fence.h"
#include "util/text.h"

namespace whet::consult {

namespace {

constexpr double k_notable_stall = 0.005;  // of the time of all warps

std::string stalls_text(const Stalls& stalls) {
  const auto worst =
      std::max_element(stalls.begin(), stalls.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (worst == stalls.end() || worst->second < k_notable_stall) return {};
  return fmt::format("waits {:.0f} % on {}", 100 * worst->second, stall_meaning(worst->first));
}

std::string counters_text(const MetricSet& metrics) {
  std::string text;
  for (const auto& [name, metric] : metrics.all()) text += fmt::format("{} = {:.6g}\n", name, metric.value);
  return text;
}

}  // namespace

std::string diagnosis_text(const KernelEvidence& evidence, const EvidenceScope& scope, Redaction& redaction) {
  std::string text = evidence.limited_by.empty()
                         ? "What limits it is not known: the launch could not be counted.\n"
                         : "Shares of the time that each resource would take alone: " + evidence.limited_by + ".\n";
  for (const Finding& finding : evidence.findings) {
    text += fmt::format("- {} (mending it would save about {:.0f} % of the time; {})\n", redaction.words(finding.text),
                        100 * finding.rank, finding.rule);
    if (!finding.methods.empty()) text += "  methods: " + join(finding.methods, ", ") + "\n";
  }
  if (scope.has_counters && evidence.counted)
    text += "\nAll counters:\n" + fenced(counters_text(evidence.counted->profile.metrics), "data");
  return text;
}

std::string hot_lines_text(const KernelEvidence& evidence, const EvidenceScope& scope, Redaction& redaction) {
  if (!evidence.counted || evidence.counted->lines.lines.empty()) return {};
  const std::vector<LineCounts>& lines = evidence.counted->lines.lines;
  std::vector<size_t> order(lines.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto weight = [&](size_t i) { return lines[i].share + sum_of(lines[i].stalls); };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return weight(a) > weight(b); });
  std::string text;
  for (const size_t i : order) {
    if (text.size() > 0 && static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) >= scope.lines) break;
    const LineCounts& line = lines[i];
    const std::string stalls = stalls_text(line.stalls);
    const std::string content = i < evidence.counted->texts.size() ? evidence.counted->texts[i] : std::string();
    const auto excess = line.load_excess + line.store_excess;
    text += fmt::format("line {}: {:.0f} % of the issued instructions{}{} | {}\n", line.line, 100 * line.share,
                        stalls.empty() ? "" : ", " + stalls,
                        excess > 0 ? fmt::format(", {:.0f} sectors more than needed", excess) : "",
                        trim(redaction.source(content)));
  }
  return "Hot lines, as they were compiled:\n" + fenced(text, "data") + "\n";
}

std::string hot_code_text(const KernelEvidence& evidence, const EvidenceScope& scope) {
  if (!evidence.counted || evidence.counted->code.instructions.empty()) return {};
  const HotCode& code = evidence.counted->code;
  std::string text;
  for (size_t i = 0; i < std::min(scope.instructions, code.instructions.size()); ++i) {
    const InstructionCounts& each = code.instructions[i];
    const std::string stalls = stalls_text(each.stalls);
    text += fmt::format("{:#06x} line {}: {}  {:.1f} % of the issued{}\n", each.offset, each.line, each.text,
                        100 * each.share, stalls.empty() ? "" : ", " + stalls);
  }
  return fmt::format("Hot machine instructions, of {} in all:\n{}\n", code.of, fenced(text, "data"));
}

std::string plan_text(const KernelEvidence& evidence) {
  if (!evidence.plan || evidence.plan->methods.empty())
    return "No method of the catalogue is called for by the counts; look for another structure.";
  std::string text;
  for (const PlannedMethod& planned : evidence.plan->methods) {
    const auto expected = planned.promise.expected;
    text +=
        fmt::format("- {}{}: {}\n", planned.method.id,
                    expected ? fmt::format(", expected {:.2f}x (an estimate)", *expected) : "", planned.method.because);
  }
  for (const std::string& warning : evidence.plan->warnings) text += "- mind: " + warning + "\n";
  return text;
}

}  // namespace whet::consult
