// tools/call: arguments become a command line, its output a result.
#include <algorithm>

#include "serve/mcp/progress_reports.h"
#include "serve/mcp/schema.h"
#include "serve/mcp/session.h"
#include "serve/mcp/tool_result.h"
#include "util/text.h"

namespace whet::serve {

namespace {

std::string no_such_tool(const std::string& name, const std::vector<Tool>& tools) {
  std::vector<std::string> names;
  for (const Tool& tool : tools) names.push_back(tool.name);
  return "there is no tool `" + name + "`; near it: " + join(near_names(name, names), ", ");
}

}  // namespace

void Session::call_tool(const Message& request, const Reply& reply) {
  const auto refuse = [&](std::string message) {
    reply(error_line(request.id, {RpcCode::invalid_params, std::move(message)}));
  };
  const Json* name = request.params.find("name");
  if (!name || !name->as_string()) return refuse("`name` must be a string");
  const Json* given = request.params.find("arguments");
  if (given && !given->as_object()) return refuse("`arguments` must be an object");
  const auto& tools = catalogue_.tools;
  const auto tool =
      std::find_if(tools.begin(), tools.end(), [&](const Tool& known) { return known.name == *name->as_string(); });
  if (tool == tools.end()) return refuse(no_such_tool(*name->as_string(), tools));
  answer_later(request, reply,
               [this, &tool = *tool, arguments = given ? *given : Json::object(), params = request.params](
                   const std::stop_token& stop) { return run_tool(tool, arguments, params, stop); });
}

Session::Answer Session::run_tool(const Tool& tool, const Json& arguments, const Json& params,
                                  const std::stop_token& stop) {
  if (const auto wrong = misfit(tool.input_schema, arguments)) {
    return error_result(bad_input(*wrong, tool.name, "call it again with arguments that fit its input schema"));
  }
  const auto command_line = tool.command_line(arguments);
  if (!command_line) return error_result(command_line.error());
  ProgressReports progress(params, tool.planned_seconds ? tool.planned_seconds(arguments) : 0,
                           [this](const std::string& line) { send(line); });
  const auto output = commands_.run(*command_line, stop, [&](std::string_view text) { progress.tell(text); });
  if (!output) return error_result(output.error());
  return tool_result(tool.name, *output, has_structure());
}

}  // namespace whet::serve
