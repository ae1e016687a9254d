// What a server offers: tools, resources and prompts. The session shows them to clients; it knows nothing else of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "util/result.h"
#include "util/text/json.h"

namespace whet::serve {

struct Tool {
  std::string name, title, description;
  Json input_schema, output_schema, annotations;
  // Arguments that fit the schema, as a command line without its program; an error says how to call it right.
  std::function<Result<std::vector<std::string>>(const Json& arguments)> command_line;
  // Seconds that a call plans to take, if its arguments say so; 0: unknown.
  std::function<double(const Json& arguments)> planned_seconds;
};

struct PromptArgument {
  std::string name, description;
  bool is_required = false;
};

struct Prompt {
  std::string name, title, description;
  std::vector<PromptArgument> arguments;
  std::string text;  // {NAME} stands for the argument NAME
};

struct Resource {
  std::string uri, name, title, description, type;  // type: "text/markdown"
};

struct ResourceText {
  std::string type, text;
};

class ResourceSource {
 public:
  virtual ~ResourceSource() = default;
  virtual std::vector<Resource> list() const = 0;
  virtual std::vector<Resource> templates() const = 0;  // `uri` is a URI template (RFC 6570)
  // Nothing if there is no such resource.
  virtual Result<std::optional<ResourceText>> read(const std::string& uri) const = 0;
};

struct Catalogue {
  std::string name, title, version, instructions;
  std::vector<Tool> tools;
  std::vector<Prompt> prompts;
};

}  // namespace whet::serve
