#include "consult/dialogue.h"

#include "consult/text/fence.h"
#include "util/text.h"

namespace whet::consult {

namespace {

bool ends_in_fence(const std::string& text) {
  std::optional<FenceOpening> fence;
  for (const std::string_view line : split(text, '\n')) {
    if (!fence)
      fence = opened_fence(line);
    else if (closes(*fence, line))
      fence.reset();
  }
  return fence.has_value();
}

}  // namespace

std::string joined_answer(const std::string& first, const std::string& second) {
  const size_t line_end = second.find('\n');
  const std::string line = second.substr(0, line_end);
  const auto opening = opened_fence(line);
  const bool reopens = ends_in_fence(first) && opening && !opening->info.empty() && line_end != std::string::npos;
  return first + (reopens ? second.substr(line_end + 1) : second);
}

Result<std::string> Dialogue::whole_answer(MindCalls& calls, const Replies& replies) {
  TRY(answer, calls.ask(mind_, prompt_));
  std::string text = answer.text;
  bool is_cut = answer.cut;
  for (size_t i = 0; is_cut && i < k_most_continuations && text.size() < k_longest_answer; ++i) {
    MindPrompt continued = prompt_;
    continued.exchanges.push_back({text, replies.text("cut")});
    TRY(more, calls.ask(mind_, continued));
    text = joined_answer(text, more.text);
    is_cut = more.cut;
  }
  return text;
}

Result<DialogueStep> Dialogue::next(MindCalls& calls, const Replies& replies, const AnswerRules& rules) {
  DialogueStep step;
  for (size_t i = 0; i <= k_most_refusals; ++i) {
    TRY(text, whole_answer(calls, replies));
    last_answer_ = text.substr(0, k_longest_answer);
    auto accepted = accept_answer(text, rules);
    if (accepted) {
      step.kernel = std::move(*accepted);
      return step;
    }
    const Error& error = accepted.error();
    step.refused = error.what;
    tell(replies.text("refused",
                      {{"reason", error.what}, {"mend", error.mend.empty() ? "" : " Mend: " + error.mend + "."}}));
  }
  return step;
}

void Dialogue::tell(std::string reply) {
  if (prompt_.exchanges.size() == k_most_exchanges) prompt_.exchanges.erase(prompt_.exchanges.begin());
  prompt_.exchanges.push_back({std::move(last_answer_), std::move(reply)});
}

}  // namespace whet::consult
