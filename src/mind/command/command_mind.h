// A command as a mind: it reads the prompt on stdin and answers on stdout.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "mind/mind.h"

namespace whet {

struct CommandSettings {
  std::string command;  // goes through sh
  std::string name;     // "exec:agent"
  std::chrono::milliseconds limit{1'800'000};
  size_t most_output = 16 << 20;                                 // bytes
  std::vector<std::pair<std::string, std::string>> environment;  // all that it gets
};

class CommandMind : public Mind {
 public:
  explicit CommandMind(CommandSettings settings) : settings_(std::move(settings)) {}

  std::string name() const override { return settings_.name; }
  // A command that fails, hangs, says nothing or too much is an error; it is not asked again.
  Result<MindAnswer> ask(const MindPrompt& prompt, const std::function<bool()>& stopped) override;

 private:
  CommandSettings settings_;
};

// The prompt as one text: the constant part, the fresh one, and what was said since.
std::string prompt_text(const MindPrompt& prompt);

// The variables of this process except those named.
std::vector<std::pair<std::string, std::string>> environment_without(const std::vector<std::string>& names);

}  // namespace whet
