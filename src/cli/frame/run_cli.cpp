// The entry point of the command line: parses argv, runs the command, reports errors.
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cli/frame/command.h"
#include "cli/frame/companion.h"
#include "cli/frame/parse.h"
#include "util/stage_times.h"

namespace whet {

namespace {

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string cache_directory() {
  if (const std::string set = environment_value("WHET_CACHE"); !set.empty()) return set;
  if (const std::string set = environment_value("XDG_CACHE_HOME"); !set.empty()) return set + "/whet";
  const std::string home = environment_value("HOME");
  return home.empty() ? "" : home + "/.cache/whet";
}

// A terminal is used with its own width and colour; a pipe receives plain text of the default width.
TextStyle terminal_style() {
  TextStyle style;
  if (!::isatty(STDOUT_FILENO)) return style;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) style.width = size.ws_col;
  style.colour = environment_value("NO_COLOR").empty() && environment_value("TERM") != "dumb";
  return style;
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_input:
      return ExitCode::bad_input;
    case ErrorKind::missing:
      return ExitCode::missing;
    case ErrorKind::failed:
      return ExitCode::bad_result;
    case ErrorKind::bug:
      break;
  }
  return ExitCode::bug;
}

int report(const Error& error) {
  std::fputs(describe(error).c_str(), stderr);
  return static_cast<int>(exit_code_of(error.kind));
}

}  // namespace

int run_cli(const std::vector<CliCommand>& commands, int argc, char** argv) {
  try {
    const auto parsed = parse_command_line(commands, argc, argv);
    if (!parsed) return report(parsed.error());
    const auto print = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
    if (!parsed->command) {
      print(parsed->output);
      return 0;
    }
    Companion::of_process().open();
    DiskFileSystem files;
    SystemProcessRunner processes;
    const SystemClock clock;
    const Knowledge knowledge(environment_value("WHET_KNOWLEDGE"));
    Context context{files, processes, clock, knowledge, terminal_style(), cache_directory(), print};
    if (Companion& companion = Companion::of_process(); companion.is_open())
      context.tell_text = [&companion](std::string_view text) { companion.tell_text(text); };
    context.host_arrays = environment_value("WHET_HOST_ARRAYS");
    context.commands = &commands;
    if (!environment_value("WHET_STATS").empty()) StageTimes::of_process().start();
    const auto code = parsed->command->run(context);
    const bool is_told = std::fflush(stdout) == 0 && !std::ferror(stdout);
    std::fputs(StageTimes::of_process().text().c_str(), stderr);
    if (!code) return report(code.error());
    if (!is_told) return report(missing("the output could not be written whole", {}, "free some space where it goes"));
    return static_cast<int>(*code);
  } catch (const std::exception& exception) {
    return report({ErrorKind::bug,
                   std::string("whet contradicts itself: ") + exception.what(),
                   {},
                   "report this with the command line and the input",
                   {}});
  }
}

}  // namespace whet
