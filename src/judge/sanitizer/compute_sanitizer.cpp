#include "judge/sanitizer/compute_sanitizer.h"

#include <fmt/format.h>

#include <cstdlib>
#include <future>

#include "compile/source/scratch.h"
#include "judge/sanitizer/sanitized_run.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_tools[] = {"memcheck", "racecheck", "initcheck", "synccheck"};
constexpr std::string_view k_log_mark = "=========";
constexpr int k_found_something = 86;  // the tool's exit code then; whet itself never uses it
constexpr std::chrono::minutes k_limit{5};
constexpr size_t k_shown = 2000;  // characters of its output that are shown if it failed

// The last line that says something: what the program under the tool ended with, or the tool itself.
std::string last_words(const std::string& output) {
  std::string last;
  for (const std::string_view line : split(output, '\n')) {
    const std::string_view words = trim(line.starts_with(k_log_mark) ? line.substr(k_log_mark.size()) : line);
    if (!words.empty() && !words.starts_with("ERROR SUMMARY")) last = words;
  }
  return last;
}

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
  // Most of a tool's time is its own start, so they run side by side.
  std::vector<std::future<Result<SanitizerLog>>> runs;
  for (const char* tool : k_tools)
    runs.push_back(std::async(std::launch::async, [this, tool, &scratch] { return run_tool(tool, scratch.path()); }));
  for (auto& run : runs) run.wait();
  for (auto& run : runs) {
    TRY(log, run.get());
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
  const std::string how = finished.timed_out
                              ? " takes too long"
                              : fmt::format(" fails with {}: {}", finished.exit_code, last_words(output));
  Error error = failed("compute-sanitizer " + tool + how, program_,
                       "run `whet doctor`, or check on the virtual GPU: --device virtual:h200");
  error.details = output.substr(0, k_shown);
  return error;
}

}  // namespace whet
