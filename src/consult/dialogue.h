// One line of thought: a prompt, and answers to it until one is a kernel that the rules admit.
#pragma once

#include <optional>
#include <string>

#include "consult/answer/accepted.h"
#include "consult/calls/mind_calls.h"
#include "consult/text/replies.h"

namespace whet::consult {

constexpr size_t k_most_refusals = 3;       // of one dialogue between two kernels
constexpr size_t k_most_continuations = 3;  // of one answer
constexpr size_t k_most_exchanges = 4;      // that a prompt repeats; older ones are dropped

struct DialogueStep {
  std::optional<AcceptedAnswer> kernel;
  std::string refused;  // otherwise: what was wrong with the last answer
};

class Dialogue {
 public:
  Dialogue(size_t mind, std::string constant, std::string fresh) : mind_(mind) {
    prompt_.constant = std::move(constant);
    prompt_.fresh = std::move(fresh);
  }

  // Asks until a kernel is admitted or too many answers were refused. An error: the mind cannot be asked.
  Result<DialogueStep> next(MindCalls& calls, const Replies& replies, const AnswerRules& rules);
  // What became of the last kernel; the next answer is to repair it.
  void tell(std::string reply);

  size_t mind() const { return mind_; }
  const MindPrompt& prompt() const { return prompt_; }

 private:
  Result<std::string> whole_answer(MindCalls& calls, const Replies& replies);

  size_t mind_;
  MindPrompt prompt_;
  std::string last_answer_;
};

// The parts of an answer that was cut: a fence that the second opens again in the middle of code is dropped.
std::string joined_answer(const std::string& first, const std::string& second);

}  // namespace whet::consult
