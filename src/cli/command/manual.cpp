#include "cli/command/manual.h"

#include <fmt/format.h>

#include <cctype>

#include "cli/frame/commands.h"
#include "cli/frame/version.h"
#include "util/text.h"

namespace whet {

namespace {

struct ManualEntry {
  const char* term;
  const char* text;
};

constexpr ManualEntry k_exit_codes[] = {
    {"0", "The command did what it says, and the result is good."},
    {"1", "The command ran, and the result is bad: a wrong or slower kernel, a finding, a method without proof."},
    {"2", "Nothing was gained (optimize, tune, submit, finish)."},
    {"3", "The command line or an input is wrong; the message says how to fix it."},
    {"4", "The machine or the device lacks something, such as a compiler, a GPU or space on its disk."},
    {"70", "whet contradicts itself: a bug."},
};

constexpr ManualEntry k_variables[] = {
    {"WHET_CUDA, CUDA_HOME, CUDA_PATH",
     "Where the CUDA toolkit is. Otherwise whet looks for nvcc in PATH, then in /usr/local/cuda."},
    {"WHET_CACHE", "Folder of compiled kernels (default: XDG_CACHE_HOME/whet, else ~/.cache/whet)."},
    {"WHET_KNOWLEDGE", "Folder that is read in place of the built-in hardware facts, rules and signatures."},
    {"WHET_HOST_ARRAYS", "If set, data of checks is made and compared on the CPU, also where a GPU could."},
    {"WHET_PYTHON", "The Python that runs references and baselines (default: python3 of PATH)."},
    {"NVCC_CCBIN", "The host compiler that nvcc uses, and that compiles references in C++."},
    {"NO_COLOR", "Output has no colour when this is set."},
};

constexpr ManualEntry k_files[] = {
    {"problem.toml", "What a kernel is given, what it must compute and at which sizes."},
    {".whet/whet.db", "The store of a project: runs, candidates, times and what was learned."},
    {"runs/KERNEL/TIME-RUN/", "What a run found: champion.cu, report.html, summary.md, summary.json, every candidate."},
};

// Escapes text for roff, where backslashes, dashes and leading dots have a meaning.
std::string roff(std::string_view text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) result += "\\&";
    at_start = c == '\n';
    switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      default:
        result += c;
    }
  }
  return result;
}

bool is_argument(const Option& option) {
  return !option.names.starts_with('-');
}

std::string argument_text(const Option& option) {
  const bool is_list = std::holds_alternative<std::vector<std::string>*>(option.target);
  const std::string name = fmt::format("\\fI{}\\fR{}", roff(option.names), is_list ? "..." : "");
  return option.required ? name : "[" + name + "]";
}

std::string synopsis_of(const CliCommand& command) {
  std::string line = fmt::format("\\fBwhet {}\\fR", roff(command.name));
  for (const Option& option : command.options) {
    if (is_argument(option)) line += " " + argument_text(option);
  }
  return line + " [\\fIoptions\\fR]";
}

// "-d, --device DEVICE", in the fonts of manual pages.
std::string option_term(const Option& option) {
  std::vector<std::string> names;
  for (const std::string_view name : split(option.names, ',')) names.push_back("\\fB" + roff(name) + "\\fR");
  std::string term = is_argument(option) ? argument_text(option) : join(names, ", ");
  if (is_argument(option) || option.value_name.empty()) return term;
  const std::string value = "\\fI" + roff(option.value_name) + "\\fR";
  return term + (option.value_optional ? " [" + value + "]" : " " + value);
}

std::string option_text(const Option& option) {
  const std::string choices = option.choices.empty() ? "" : fmt::format(" (one of {})", join(option.choices, ", "));
  return roff(option.help + choices);
}

std::string command_section(const CliCommand& command) {
  std::string text = fmt::format(".SS {}\n{}.\n", synopsis_of(command), roff(command.summary));
  for (const Option& option : command.options)
    text += fmt::format(".TP\n{}\n{}\n", option_term(option), option_text(option));
  return text + fmt::format(".PP\nExample:\n.PP\n.EX\n{}\n.EE\n", roff(command.example));
}

std::string heading(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string commands_section(const std::vector<CliCommand>& commands) {
  std::string text, group;
  for (const CliCommand& command : commands) {
    if (command.hidden) continue;
    if (command.group != group) text += fmt::format(".SH {}\n", heading(group = command.group));
    text += command_section(command);
  }
  return text;
}

template <size_t N>
std::string entries_section(const char* title, const ManualEntry (&entries)[N]) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const ManualEntry& entry : entries)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(entry.term), roff(entry.text));
  return text;
}

}  // namespace

std::string manual_page(const std::vector<CliCommand>& commands) {
  return fmt::format(R"(.\" Written by `whet man`.
.TH WHET 1 "" "whet {}" "User Commands"
.SH NAME
whet \- make GPU kernels faster, and test that they are still right
.SH SYNOPSIS
\fBwhet\fR \fIcommand\fR [\fIarguments\fR]
.br
\fBwhet\fR \fIcommand\fR \fB\-\-help\fR
.br
\fBwhet\fR \fB\-\-version\fR
.SH DESCRIPTION
whet is given a CUDA kernel, what it must compute and at which sizes. It says what limits the kernel, checks it, times
it, and searches for a faster version, which it hands back with the evidence. Without a GPU it runs kernels on a
virtual one: results are the kernel's own, counts are exact, times are modelled and say so.
)",
                     k_version) +
         commands_section(commands) + entries_section("EXIT STATUS", k_exit_codes) +
         entries_section("ENVIRONMENT", k_variables) + entries_section("FILES", k_files) +
         ".SH SEE ALSO\n\\fBnvcc\\fR(1), \\fBncu\\fR(1), \\fBcompute\\-sanitizer\\fR(1)\n";
}

CliCommand manual_command() {
  CliCommand command;
  command.name = "man";
  command.summary = "print the manual page";
  command.example = "  whet man | man -l -";
  command.hidden = true;
  command.run = [](Context& context) -> Result<ExitCode> {
    context.print(manual_page(*context.commands));
    return ExitCode::ok;
  };
  return command;
}

}  // namespace whet
