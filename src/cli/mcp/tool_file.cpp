#include "cli/mcp/tool_file.h"

#include <algorithm>
#include <array>

#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

constexpr std::array<std::string_view, 7> k_schema_types{"object",  "array",   "string", "number",
                                                         "integer", "boolean", "null"};

// "string: the verdict" becomes {"type": "string", "description": "the verdict"}; "object|null: ..." has both types.
Result<Json> result_member(const TomlMember& member, const std::string& file) {
  const std::string place = file + ":" + std::to_string(member.value.line);
  const std::string* text = member.value.as_string();
  const size_t colon = text ? text->find(": ") : std::string::npos;
  if (colon == std::string::npos)
    return bad_input("`" + member.key + "` must be \"TYPE: what it says\"", place,
                     "write a type of JSON before the colon");
  Json::Array types;
  for (const std::string_view type : split(std::string_view(*text).substr(0, colon), '|')) {
    if (std::find(k_schema_types.begin(), k_schema_types.end(), type) == k_schema_types.end())
      return bad_input("`" + std::string(type) + "` is no type of JSON", place,
                       "use object, array, string, number, ...");
    types.emplace_back(type);
  }
  const Json type = types.size() == 1 ? types.front() : Json(types);
  return Json(Json::Object{{"type", type}, {"description", text->substr(colon + 2)}});
}

Result<Json> read_output_schema(const TomlValue& root, const std::string& file) {
  Json properties = Json::object(), required = Json::array();
  const TomlValue* result = root.find("result");
  const TomlTable* members = result ? result->as_table() : nullptr;
  if (!members) return bad_input("the table [result] is missing", file, "say what the tool's JSON holds");
  for (const TomlMember& member : *members) {
    TRY(property, result_member(member, file));
    properties[member.key] = std::move(property);
  }
  TRY(names, optional_strings(root, "always", file));
  for (const std::string& name : names) {
    if (!result->find(name)) return bad_input("`always` names `" + name + "`, which [result] lacks", file, "add it");
    required.push_back(name);
  }
  return Json(Json::Object{{"type", "object"}, {"properties", properties}, {"required", required}});
}

bool is_set(const TomlValue& root, std::string_view key) {
  const TomlValue* value = root.find(key);
  return value && value->as_bool() && *value->as_bool();
}

Result<ToolFile> load_tool_file(const Knowledge& knowledge, const std::string& path) {
  TRY(text, knowledge.read(path));
  TRY(root, parse_toml(text, path));
  TRY_VOID(check_keys(root,
                      {"command", "title", "description", "leaves_out", "writes", "overwrites", "uses_store", "seconds",
                       "always", "result"},
                      path));
  ToolFile tool;
  tool.name = path.substr(path.rfind('/') + 1, path.size() - path.rfind('/') - 1 - std::string_view(".toml").size());
  TRY(command, required_string(root, "command", path));
  TRY(title, required_string(root, "title", path));
  TRY(description, required_string(root, "description", path));
  TRY(leaves_out, optional_strings(root, "leaves_out", path));
  TRY(schema, read_output_schema(root, path));
  tool.command = std::move(command), tool.title = std::move(title), tool.description = trim(description);
  tool.leaves_out = std::move(leaves_out), tool.output_schema = std::move(schema);
  tool.writes = is_set(root, "writes"), tool.overwrites = is_set(root, "overwrites");
  tool.uses_store = is_set(root, "uses_store");
  if (const TomlValue* seconds = root.find("seconds")) tool.seconds = seconds->as_integer().value_or(0);
  return tool;
}

}  // namespace

Result<std::vector<ToolFile>> load_tool_files(const Knowledge& knowledge) {
  std::vector<ToolFile> tools;
  for (const std::string& path : knowledge.list("tools/")) {
    if (!path.ends_with(".toml")) continue;
    TRY(tool, load_tool_file(knowledge, path));
    tools.push_back(std::move(tool));
  }
  return tools;
}

}  // namespace whet
