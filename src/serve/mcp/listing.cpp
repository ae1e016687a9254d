#include "serve/mcp/listing.h"

#include <algorithm>

namespace whet::serve {

namespace {

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

Result<void> check_arguments(const Prompt& prompt, const Json& arguments) {
  if (!arguments.as_object()) return bad_input("`arguments` must be an object");
  for (const auto& [name, value] : *arguments.as_object()) {
    const bool known = std::any_of(prompt.arguments.begin(), prompt.arguments.end(),
                                   [&](const PromptArgument& argument) { return argument.name == name; });
    if (!known || !value.as_string())
      return bad_input("`" + name + "` is no argument of this prompt, or is not a string");
  }
  return {};
}

}  // namespace

Json tool_json(const Tool& tool, bool has_structure) {
  Json json = Json::Object{{"name", tool.name},
                           {"title", tool.title},
                           {"description", tool.description},
                           {"inputSchema", tool.input_schema}};
  if (has_structure) json["outputSchema"] = tool.output_schema;
  json["annotations"] = tool.annotations;
  return json;
}

Json prompt_json(const Prompt& prompt) {
  return Json::Object{
      {"name", prompt.name},
      {"title", prompt.title},
      {"description", prompt.description},
      {"arguments", json_array(prompt.arguments, [](const PromptArgument& argument) {
         return Json(Json::Object{
             {"name", argument.name}, {"description", argument.description}, {"required", argument.is_required}});
       })}};
}

Json resource_json(const Resource& resource) {
  return Json::Object{{"uri", resource.uri},
                      {"name", resource.name},
                      {"title", resource.title},
                      {"description", resource.description},
                      {"mimeType", resource.type}};
}

Json template_json(const Resource& resource) {
  return Json::Object{{"uriTemplate", resource.uri},
                      {"name", resource.name},
                      {"title", resource.title},
                      {"description", resource.description},
                      {"mimeType", resource.type}};
}

Result<Json> filled_prompt(const Prompt& prompt, const Json& arguments) {
  TRY_VOID(check_arguments(prompt, arguments));
  std::string text = prompt.text;
  for (const PromptArgument& argument : prompt.arguments) {
    const Json* given = arguments.find(argument.name);
    if (!given && argument.is_required) return bad_input("the prompt needs `" + argument.name + "`");
    replace_all(text, "{" + argument.name + "}", given ? *given->as_string() : "");
  }
  const Json message = Json::Object{{"role", "user"}, {"content", Json::Object{{"type", "text"}, {"text", text}}}};
  return Json(Json::Object{{"description", prompt.description}, {"messages", Json::Array{message}}});
}

}  // namespace whet::serve
