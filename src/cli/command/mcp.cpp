// whet mcp: whet's commands as tools for agents, by the Model Context Protocol over stdin and stdout.
#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

#include "cli/frame/commands.h"
#include "cli/frame/companion.h"
#include "cli/frame/version.h"
#include "cli/mcp/resources.h"
#include "cli/mcp/tool_table.h"
#include "serve/server.h"
#include "util/self.h"
#include "util/text/toml.h"

namespace whet {

namespace {

struct McpFlags {
  std::vector<std::string> roots;
};

// The catalogue with what knowledge/server.toml says, still without tools and prompts.
Result<serve::Catalogue> load_server(const Knowledge& knowledge) {
  const std::string file = "server.toml";
  TRY(text, knowledge.read(file));
  TRY(root, parse_toml(text, file));
  TRY(title, required_string(root, "title", file));
  TRY(instructions, required_string(root, "instructions", file));
  return serve::Catalogue{"whet", title, k_version, instructions, {}, {}};
}

// Commands keep freed memory because they need it again at once (main.cpp); a server that waits for days gives it back.
void return_freed_memory() {
  constexpr int k_most_kept = 1 << 20, k_most_arenas = 2;
  mallopt(M_MMAP_THRESHOLD, k_most_kept);
  mallopt(M_TRIM_THRESHOLD, k_most_kept);
  mallopt(M_ARENA_MAX, k_most_arenas);
}

// Somebody who types the command should not wait for an answer.
void explain_to_a_person() {
  if (::isatty(STDIN_FILENO) != 1) return;
  std::fputs("whet mcp talks to a coding agent, which starts it: see docs/mcp.md. Ctrl-D ends it.\n", stderr);
}

Result<ExitCode> run_mcp(const McpFlags& flags, Context& context) {
  TRY(roots, serve::Roots::open(flags.roots.empty() ? std::vector<std::string>{"."} : flags.roots));
  const PathGuard guard(roots, context.files);
  TRY(catalogue, load_server(context.knowledge));
  TRY(tools, tool_table(*context.commands, context.knowledge, guard));
  TRY(prompts, load_prompts(context.knowledge));
  catalogue.tools = std::move(tools);
  catalogue.prompts = std::move(prompts);
  const WhetResources resources(context, roots, guard);
  const serve::ProgramRunner commands(own_path(), roots.first(), {{k_companion_variable, "1"}});
  explain_to_a_person();
  return_freed_memory();
  ::signal(SIGPIPE, SIG_IGN);  // a client that goes away ends the session, not this process in the middle of it
  serve::serve(catalogue, resources, commands, STDIN_FILENO, STDOUT_FILENO);
  return ExitCode::ok;
}

}  // namespace

CliCommand mcp_command() {
  auto flags = std::make_shared<McpFlags>();
  CliCommand command;
  command.name = "mcp";
  command.summary =
      "serve whet to a coding agent: its commands as tools of the Model Context Protocol, on stdin and stdout";
  command.example =
      "  whet mcp --root ~/kernels\n"
      "  claude mcp add whet -- whet mcp --root \"$PWD\"";
  command.options = {
      {"--root", "folder that the agent may use; may be repeated (default: the current one)", &flags->roots, "DIR"}};
  command.run = [flags](Context& context) { return run_mcp(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
