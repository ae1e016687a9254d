// A mind in this process: gives what it was told to give, in order, and keeps what it was asked.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mind/mind.h"

namespace whet::test {

// What fake minds share with their test; it outlives them.
struct FakeMindScript {
  std::vector<MindAnswer> answers;  // after the last one it fails
  std::vector<MindPrompt> asked;
  std::string name = "fake:one";
  std::string failure = "the server cannot be reached";
};

class FakeMind : public Mind {
 public:
  explicit FakeMind(FakeMindScript& script) : script_(script) {}

  std::string name() const override { return script_.name; }
  Result<MindAnswer> ask(const MindPrompt& prompt, const std::function<bool()>& stopped) override {
    if (stopped()) return failed("stopped");
    if (script_.asked.size() >= script_.answers.size()) return failed(script_.failure);
    script_.asked.push_back(prompt);
    return script_.answers[script_.asked.size() - 1];
  }

 private:
  FakeMindScript& script_;
};

inline MindAnswer fake_answer(std::string text, bool cut = false) {
  return {std::move(text), cut, {.input = 100, .output = 10, .known = true}};
}

}  // namespace whet::test
