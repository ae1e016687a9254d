#include "judge/sanitizer/compute_sanitizer.h"

#include <cstdlib>

#include "compile/source/scratch.h"
#include "judge/sanitizer/sanitized_run.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_tools[] = {"memcheck", "racecheck", "initcheck", "synccheck"};
constexpr int k_found_something = 86;  // the tool's exit code then; whet itself never uses it
constexpr std::chrono::minutes k_limit{5};
constexpr size_t k_shown = 2000;  // characters of its output that are shown if it failed

std::vector<std::string> likely_places() {
  std::vector<std::string> prefixes = {"/usr/local/cuda", "/opt/cuda"};
  for (const char* name : {"CUDA_PATH", "CUDA_HOME", "WHET_CUDA"}) {
    if (const char* value = std::getenv(name)) prefixes.insert(prefixes.begin(), value);
  }
  std::vector<std::string> places;
  for (const std::string& prefix : prefixes) {
    for (const char* part : {"bin/compute-sanitizer", "compute-sanitizer/compute-sanitizer"})
      places.push_back(join_path(prefix, part));
  }
  return places;
}

}  // namespace

Result<ComputeSanitizer> ComputeSanitizer::find(const std::string& device, const std::string& self, FileSystem& files,
                                                ProcessRunner& processes) {
  std::vector<std::string> places = likely_places();
  places.insert(places.begin(), "compute-sanitizer");
  for (const std::string& place : places) {
    if (const auto program = processes.find_program(place))
      return ComputeSanitizer(*program, device, self, files, processes);
  }
  return missing("--sanitize on a GPU needs compute-sanitizer, which is not installed", "--device " + device,
                 "install it: apt-get install cuda-sanitizer-13-0, or use --device virtual:h200");
}

Result<std::vector<SanitizerFinding>> ComputeSanitizer::watch(const Problem& problem, const ResolvedCase& resolved,
                                                              const ArrayContents& inputs, const Build& build) {
  TRY(scratch, Scratch::make(files_));
  TRY_VOID(write_sanitized_run(problem, resolved, inputs, build, scratch.path(), files_));
  std::vector<SanitizerFinding> findings;
  for (const char* tool : k_tools) {
    TRY(log, run_tool(tool, scratch.path()));
    for (SanitizerFinding& finding : log.findings) findings.push_back(std::move(finding));
  }
  return findings;
}

// The log file is read, because stdout also has what kernels print. The exit code is checked too, so that a report in
// an unknown format does not pass as clean.
Result<SanitizerLog> ComputeSanitizer::run_tool(const std::string& tool, const std::string& directory) {
  const std::string log_file = join_path(directory, tool + ".log");
  ProcessCommand command;
  command.argv = {program_,
                  "--tool",
                  tool,
                  "--report-api-errors",
                  "no",
                  "--print-limit",
                  "100",
                  "--log-file",
                  log_file,
                  "--error-exitcode",
                  std::to_string(k_found_something),
                  self_,
                  "sanitized",
                  directory,
                  "--device",
                  device_};
  command.timeout = k_limit;
  TRY(finished, processes_.run(command));
  const auto written = files_.read(log_file);
  const std::string output = (written ? *written : std::string()) + finished.err;
  SanitizerLog log = parse_sanitizer_log(written ? *written : output);
  if (!log.findings.empty()) return log;
  if (finished.exit_code == k_found_something) {
    log.findings.push_back({"compute-sanitizer " + tool + " reports errors"});
    return log;
  }
  if (finished.exit_code == 0 && log.complete) return log;
  Error error = failed("compute-sanitizer " + tool + (finished.timed_out ? " takes too long" : " fails"), program_,
                       "run `whet doctor`, or check on the virtual GPU: --device virtual:h200");
  error.details = output.substr(0, k_shown);
  return error;
}

}  // namespace whet
