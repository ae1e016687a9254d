#include "mind/command/command_mind.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "mind/command/command_output.h"
#include "util/system/child_process.h"
#include "util/text.h"

extern char** environ;

namespace whet {

namespace {

constexpr const char* k_shell = "/bin/sh";
constexpr size_t k_shown_errors = 2000;  // characters of what the command says on stderr

// The prompt as a file in memory. A pipe would have to be fed while the answer is read.
Result<Descriptor> prompt_file(const std::string& text) {
  Descriptor file(::memfd_create("prompt", MFD_CLOEXEC));
  if (!file.is_open()) return failed(std::string("cannot make a file for the prompt: ") + std::strerror(errno));
  for (size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file.number(), text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return failed(std::string("cannot write the prompt: ") + std::strerror(errno));
    done += static_cast<size_t>(wrote);
  }
  ::lseek(file.number(), 0, SEEK_SET);
  return file;
}

// The prompt comes where shared memory would; the shell makes it stdin, then becomes the command.
ChildCommand child_of(const CommandSettings& settings, int prompt) {
  ChildCommand child;
  child.argv = {k_shell, "-c", "exec 0<&4 3<&- 4<&-; eval \"$1\"", "sh", settings.command};
  child.environment = settings.environment;
  child.memory = prompt;
  child.errors_apart = true;
  return child;
}

std::string end_of_text(std::string_view text) {
  return std::string(trim(text.substr(text.size() - std::min(text.size(), k_shown_errors))));
}

Error command_failed(const CommandSettings& settings, const std::string& what, const CommandOutput& output,
                     const std::string& mend = {}) {
  Error error = failed("the command of --mind " + what, settings.name, mend);
  error.details = end_of_text(output.errors);
  return error;
}

Result<MindAnswer> answer_of(const CommandSettings& settings, CommandOutput output) {
  const double seconds = std::chrono::duration<double>(settings.limit).count();
  switch (output.end) {
    case CommandOutput::End::given_up:
      return command_failed(settings, "was stopped", output);
    case CommandOutput::End::too_much:
      return command_failed(settings, "printed more than " + format_bytes(static_cast<double>(settings.most_output)),
                            output, "let it print its answer alone");
    case CommandOutput::End::too_long:
      return command_failed(settings, "gave no answer within " + std::to_string(static_cast<int64_t>(seconds)) + " s",
                            output,
                            "it must read the prompt on stdin, answer on stdout and end without asking anything");
    case CommandOutput::End::exited:
      break;
  }
  if (output.signal != 0)
    return command_failed(settings, "was killed by signal " + std::to_string(output.signal), output);
  if (output.exit_code == 127) return command_failed(settings, "was not found", output, "check its name and PATH");
  if (output.exit_code != 0)
    return command_failed(settings, "ended with exit code " + std::to_string(output.exit_code), output);
  if (trim(output.text).empty()) return command_failed(settings, "said nothing", output);
  MindAnswer answer;
  answer.text = std::move(output.text);
  return answer;
}

}  // namespace

std::string prompt_text(const MindPrompt& prompt) {
  std::string text = prompt.constant + "\n\n" + prompt.fresh + "\n";
  for (const MindPrompt::Exchange& exchange : prompt.exchanges)
    text += "\n# Your answer\n\n" + exchange.answer + "\n\n# What came of it\n\n" + exchange.reply + "\n";
  return text;
}

std::vector<std::pair<std::string, std::string>> environment_without(const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, std::string>> kept;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string name(text.substr(0, equals));
    if (std::find(names.begin(), names.end(), name) == names.end()) kept.emplace_back(name, text.substr(equals + 1));
  }
  return kept;
}

Result<MindAnswer> CommandMind::ask(const MindPrompt& prompt, const std::function<bool()>& stopped) {
  TRY(file, prompt_file(prompt_text(prompt)));
  TRY(child, ChildProcess::start(child_of(settings_, file.number())));
  return answer_of(settings_, collect_output(child, settings_.limit, settings_.most_output, stopped));
}

}  // namespace whet
