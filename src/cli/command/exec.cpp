// whet exec: a whole CUDA program, host code included, on the virtual GPU.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cli/flags/run_settings.h"
#include "cli/frame/commands.h"
#include "cli/frame/foreground.h"
#include "cli/frame/show.h"
#include "compile/source/scratch.h"
#include "cudart/code/program_file.h"
#include "device/check_names.h"
#include "device/open/open_device.h"
#include "device/virtual/virtual_device.h"
#include "report/run/exec_view.h"
#include "util/self.h"

namespace whet {

namespace {

struct ExecFlags {
  std::string device = "virtual:h200";
  std::string checks;
  std::string budget = "1G";  // instructions per warp: an endless kernel of one warp is reported after 10 s
  int threads = 0, seed = 1;
  bool go_on = false, summary = false, json = false;
  std::vector<std::string> command;  // program and arguments
};

struct ExecSettings {
  vgpu::CheckSet checks;
  uint64_t budget = 0;
  std::string program;       // path
  cudart::ProgramFile file;  // what was read from it
  std::string library;       // path of whet's CUDA runtime
};

Result<std::string> find_library(const std::string& name) {
  const std::string path = own_library(name);
  if (!path.empty()) return path;
  return missing("whet's " + name + " is neither next to " + own_path() + " nor in ../lib/whet", {},
                 "build whet where the CUDA toolkit's headers are, and keep the library with the binary");
}

// Looks where a shell would look.
Result<std::string> find_program(const std::string& name, const Context& context) {
  const bool is_path = name.find('/') != std::string::npos;
  const auto found = is_path ? std::optional(name) : context.processes.find_program(name);
  const auto info = found ? context.files.info(*found) : std::nullopt;
  if (!info) {
    const bool here = !is_path && context.files.info(name);
    return bad_input(
        "there is no program `" + name + "`", {},
        here ? "did you mean ./" + name + "?" : "give the path of a program built with nvcc -cudart shared");
  }
  if (info->is_directory || ::access(found->c_str(), X_OK) != 0)
    return bad_input("`" + *found + "` cannot be run", {}, "give the path of a program");
  return *found;
}

std::string with_existing(const std::string& first, const char* variable) {
  const char* const existing = std::getenv(variable);
  return existing && *existing ? first + ":" + existing : first;
}

// An error here comes before anything is started.
Result<ExecSettings> settings_of(const ExecFlags& flags, const Context& context) {
  TRY(checks, parse_checks(flags.checks, "--check"));
  TRY(budget, parse_count(flags.budget, "--budget"));
  TRY(program, find_program(flags.command.front(), context));
  TRY(bytes, read_within(context.files, program, k_most_binary_bytes));
  TRY(file, cudart::read_program_file(as_bytes(bytes)));
  TRY(runtime, cudart::choose_runtime(file, program));
  TRY(library, find_library(runtime));
  return ExecSettings{checks, budget, program, file, library};
}

ProcessCommand command_of(const ExecFlags& flags, const ExecSettings& settings, const std::string& usage_file) {
  ProcessCommand command;
  command.argv = flags.command;
  command.argv.front() = settings.program;
  const std::string libraries = directory_of(settings.library);
  command.environment = {{"LD_LIBRARY_PATH", with_existing(libraries + ":" + libraries + "/driver", "LD_LIBRARY_PATH")},
                         {"WHET_DEVICE", flags.device},
                         {"WHET_CHECK", flags.checks},
                         {"WHET_BUDGET", std::to_string(settings.budget)},
                         {"WHET_THREADS", std::to_string(flags.threads)},
                         {"WHET_SEED", std::to_string(flags.seed)},
                         {"WHET_GO_ON", flags.go_on ? "1" : "0"}};
  // Preloaded, it also replaces a CUDA runtime in a directory that the program names itself. AddressSanitizer must be
  // loaded first, so then it is left out.
  const bool sanitized = std::any_of(settings.file.needed.begin(), settings.file.needed.end(),
                                     [](const std::string& name) { return name.starts_with("libasan"); });
  if (!sanitized) command.environment.emplace_back("LD_PRELOAD", with_existing(settings.library, "LD_PRELOAD"));
  if (!usage_file.empty()) command.environment.emplace_back("WHET_USAGE_FILE", usage_file);
  return command;
}

// The program's own output is on stdout, so this goes to stderr.
void show_usage(const ExecView& view, bool json, const TextStyle& style) {
  TextCanvas canvas(style);
  if (!json) render(view, canvas);
  std::fputs((json ? to_json(view).dump() + "\n" : "\n" + canvas.take()).c_str(), stderr);
}

// Reads what the runtime wrote; a program that was killed or did not use it leaves no file.
Result<cudart::Usage> read_usage_file(const std::string& path, const std::string& device, const Context& context) {
  cudart::Usage unused;
  unused.device = device;
  if (path.empty() || !context.files.info(path)) return unused;
  TRY(text, context.files.read(path));
  TRY(json, Json::parse(text));
  return cudart::read_usage(json);
}

Result<ExitCode> run_exec(const ExecFlags& flags, Context& context) {
  if (!virtual_gpu_name(flags.device)) {
    return bad_input("whet exec runs programs on the virtual GPU, and `" + flags.device + "` is not one", "--device",
                     "name one as virtual:h200; on a real GPU run the program itself");
  }
  TRY(device, open_virtual_device(flags.device, {}, context.knowledge));
  TRY(settings, settings_of(flags, context));
  TRY(scratch, Scratch::make(context.files));
  const bool wants_usage = flags.summary || flags.json || flags.go_on || settings.checks.any();
  const std::string usage_file = wants_usage ? scratch.file("usage.json") : "";
  TRY(code, run_in_foreground(command_of(flags, settings, usage_file)));
  TRY(usage, read_usage_file(usage_file, device->facts().name, context));
  const ExecView view{flags.command.front(), code, usage};
  if (flags.summary || flags.json) show_usage(view, flags.json, context.style);
  return code == 0 && usage.findings > 0 ? ExitCode::bad_result : static_cast<ExitCode>(code);
}

}  // namespace

CliCommand exec_command() {
  auto flags = std::make_shared<ExecFlags>();
  CliCommand command;
  command.name = "exec";
  command.summary = "run a whole CUDA program, host code included, on the virtual GPU";
  command.example =
      "  nvcc -arch=sm_90 -lineinfo -cudart shared program.cu -o program\n"
      "  whet exec -- ./program 1024\n"
      "  whet exec --device virtual:a100 --check race --summary -- ./program";
  command.options = {
      {"program", "program and its arguments, after --", &flags->command, "FILE", {}, true},
      {"-d,--device", "virtual:GPU (default virtual:h200)", &flags->device, "DEVICE"},
      {"--check", "look for bugs: memory, init, race, sync (with commas), or all", &flags->checks, "CHECKS"},
      {"--go-on", "report stray accesses and continue where a GPU would", &flags->go_on},
      {"--summary", "at the end, print launches and modelled time of each kernel on stderr", &flags->summary},
      {"--threads", "host threads (default: one per core)", &flags->threads, "N"},
      {"--seed", "seed of what memory holds before it is written (default 1)", &flags->seed, "N"},
      {"--budget", "stop a warp after N instructions (default 1G)", &flags->budget, "N"},
      {"--json", "print the summary as JSON, on stderr", &flags->json},
  };
  command.run = [flags](Context& context) { return run_exec(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
