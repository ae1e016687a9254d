#include "consult/prompt/fresh_part.h"

#include "consult/text/fence.h"
#include "consult/text/page.h"
#include "problem/file/write_problem.h"

namespace whet::consult {

namespace {

constexpr size_t k_most_header_bytes = 32 << 10;

std::string launches_text(const Problem& problem, Redaction& redaction) {
  const std::string launches = redaction.settings(write_candidate(problem));
  return launches.empty() ? "" : "Its launches and settings:\n" + fenced(launches, "data");
}

// The user's headers that the kernel includes.
std::string headers_text(const Problem& problem, Redaction& redaction) {
  std::string text;
  for (const std::string& header : problem.headers) {
    if (text.size() + header.size() > k_most_header_bytes) return text + "Further headers are too long to show.\n";
    text += "A header of the user's that it includes, which cannot be changed:\n" +
            fenced(redaction.source(with_plain_lines(header)), "cuda data");
  }
  return text;
}

std::vector<std::string> planned(const KernelEvidence& evidence) {
  std::vector<std::string> ids;
  if (!evidence.plan) return ids;
  for (const PlannedMethod& each : evidence.plan->methods) ids.push_back(each.method.id);
  return ids;
}

}  // namespace

std::string with_plain_lines(std::string text) {
  std::erase(text, '\r');
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

Result<std::string> fresh_part(const FreshInputs& inputs, Redaction& redaction, const Knowledge& knowledge) {
  const CompactMemory memory = compact(inputs.attempts, planned(inputs.evidence), redaction);
  return fill_page(knowledge, "minds/fresh.md",
                   {{"kernel_note", inputs.note},
                    {"kernel", fenced(inputs.shown, "cuda data")},
                    {"launches", launches_text(inputs.problem, redaction) + headers_text(inputs.problem, redaction)},
                    {"diagnosis", diagnosis_text(inputs.evidence, inputs.scope, redaction)},
                    {"hot_lines", hot_lines_text(inputs.evidence, inputs.scope, redaction)},
                    {"hot_code", hot_code_text(inputs.evidence, inputs.scope)},
                    {"plan", plan_text(inputs.evidence)},
                    {"attempts", fenced(memory.text(), "data")},
                    {"budget", inputs.budget},
                    {"task", inputs.task}});
}

}  // namespace whet::consult
