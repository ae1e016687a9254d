// A small catalogue and a runner of commands that answers without processes.
#pragma once

#include <condition_variable>
#include <mutex>

#include "serve/command/command_run.h"
#include "serve/mcp/catalogue.h"

namespace whet::serve::test {

inline Json echo_schema() {
  return Json::parse(R"({"type":"object","properties":{"word":{"type":"string"},"seconds":{"type":"integer"}},
                         "required":["word"],"additionalProperties":false})")
      .value();
}

inline Catalogue fake_catalogue() {
  Catalogue catalogue{"fake", "Fake", "1.0", "Read this.", {}, {}};
  Tool echo{"echo", "Echo", "says a word", echo_schema(), Json::Object{{"type", "object"}}, Json::object(), {}, {}};
  echo.command_line = [](const Json& arguments) -> Result<std::vector<std::string>> {
    const std::string word = *arguments.find("word")->as_string();
    if (word == "forbidden") return bad_input("this word is not said", {}, "say another");
    return std::vector<std::string>{"echo", word};
  };
  catalogue.tools = {echo};
  catalogue.prompts = {
      {"greet", "Greet", "greets", {{"who", "whom", true}, {"how", "manner", false}}, "Hello {who}{how}!"}};
  return catalogue;
}

class FakeResources : public ResourceSource {
 public:
  std::vector<Resource> list() const override { return {{"fake://one", "one", "One", "the first", "text/plain"}}; }
  std::vector<Resource> templates() const override { return {{"fake://{n}", "n", "N", "any", "text/plain"}}; }
  Result<std::optional<ResourceText>> read(const std::string& uri) const override {
    if (uri == "fake://broken") return failed("it is broken");
    if (uri != "fake://one") return std::optional<ResourceText>();
    return std::optional(ResourceText{"text/plain", "1"});
  }
};

// "wait" runs until it is stopped; anything else is printed as JSON.
class FakeCommands : public CommandRunner {
 public:
  Result<CommandOutput> run(const std::vector<std::string>& arguments, const std::stop_token& stop,
                            const TellProgress& tell) const override {
    CommandOutput output;
    if (arguments.at(1) == "wait") {
      tell("waiting");
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any().wait(lock, stop, [] { return false; });
      output.was_stopped = true;
      return output;
    }
    tell("saying");
    output.out = Json(Json::Object{{"said", arguments.at(1)}}).dump(-1);
    output.text = "said " + arguments.at(1);
    return output;
  }
};

}  // namespace whet::serve::test
