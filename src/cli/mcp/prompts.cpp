// The prompts of `whet mcp`, from knowledge/prompts.
#include "cli/mcp/tool_table.h"
#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

Result<serve::PromptArgument> read_argument(const TomlValue& table, const std::string& file) {
  TRY_VOID(check_keys(table, {"name", "description", "required"}, file));
  TRY(name, required_string(table, "name", file));
  TRY(description, required_string(table, "description", file));
  const TomlValue* required = table.find("required");
  return serve::PromptArgument{name, description, required && required->as_bool() && *required->as_bool()};
}

Result<serve::Prompt> load_prompt(const Knowledge& knowledge, const std::string& path) {
  TRY(text, knowledge.read(path));
  TRY(root, parse_toml(text, path));
  TRY_VOID(check_keys(root, {"title", "description", "argument", "text"}, path));
  TRY(title, required_string(root, "title", path));
  TRY(description, required_string(root, "description", path));
  TRY(words, required_string(root, "text", path));
  const size_t begin = path.rfind('/') + 1;
  serve::Prompt prompt{path.substr(begin, path.rfind('.') - begin), title, description, {}, std::string(trim(words))};
  const TomlValue* arguments = root.find("argument");
  for (const TomlValue& table : arguments && arguments->as_array() ? *arguments->as_array() : TomlArray{}) {
    TRY(argument, read_argument(table, path));
    if (prompt.text.find("{" + argument.name + "}") == std::string::npos)
      return bad_input("the text does not use {" + argument.name + "}", path, "use it, or leave the argument out");
    prompt.arguments.push_back(std::move(argument));
  }
  return prompt;
}

}  // namespace

Result<std::vector<serve::Prompt>> load_prompts(const Knowledge& knowledge) {
  std::vector<serve::Prompt> prompts;
  for (const std::string& path : knowledge.list("prompts/")) {
    if (!path.ends_with(".toml")) continue;
    TRY(prompt, load_prompt(knowledge, path));
    prompts.push_back(std::move(prompt));
  }
  return prompts;
}

}  // namespace whet
