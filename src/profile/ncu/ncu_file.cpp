#include "profile/ncu/ncu_file.h"

#include <map>
#include <string_view>

#include "profile/ncu/ncu_report.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::chrono::seconds k_import_deadline{120};

bool is_report_file(const std::string& path) {
  const std::string extension = lower(extension_of(path));
  return extension == ".ncu-rep" || extension == ".ncu-repz" || extension == ".nsight-cuprof-report";
}

Result<std::string> find_ncu(const std::string& path, const ProcessRunner& processes) {
  if (const auto program = find_ncu_program(processes)) return *program;
  return missing(
      "`ncu` is not in PATH, and only ncu can read a report", path,
      "install Nsight Compute (on Ubuntu: cuda-nsight-compute-13-0) or add its folder to PATH; or run `ncu --import " +
          path + " --csv --page raw > report.csv` where it is installed, and give report.csv");
}

ProcessCommand import_command(const std::string& program, const std::string& path, const std::string& page,
                              bool base_units) {
  ProcessCommand command;
  command.argv = {program, "--import", path, "--csv", "--page", page};
  if (base_units) command.argv.insert(command.argv.end(), {"--print-units", "base"});
  command.environment = {{"LC_ALL", "C"}};
  command.timeout = k_import_deadline;
  command.output_bytes = k_most_ncu_bytes;
  return command;
}

Result<void> check_finished(const Finished& run, const std::string& path) {
  if (run.timed_out) {
    return failed("ncu did not read the report within " + std::to_string(k_import_deadline.count()) + " s", path,
                  "give a report of fewer launches");
  }
  if (run.too_much_output) {
    return bad_input("the report has more than " + format_bytes(k_most_ncu_bytes) + " as a table", path,
                     "give a report of fewer launches");
  }
  if (run.exit_code == 0) return {};
  Error error = failed("ncu could not read the report (exit code " + std::to_string(run.exit_code) + ")", path,
                       "open it with a version of ncu that is at least as new as the one that wrote it");
  const std::string said = run.err.empty() ? run.out : run.err;
  error.details = said.substr(0, 2000);
  return error;
}

// Versions before 2020.1 call the option otherwise; then units are scaled, which the reader undoes.
bool lacks_option(const Finished& run) {
  return run.exit_code != 0 && (run.out + run.err).find("print-units") != std::string::npos;
}

Result<std::string> import_page(const std::string& program, const std::string& path, const std::string& page,
                                ProcessRunner& processes) {
  TRY(run, processes.run(import_command(program, path, page, true)));
  if (lacks_option(run)) {
    TRY(again, processes.run(import_command(program, path, page, false)));
    run = again;
  }
  TRY_VOID(check_finished(run, path));
  return run.out;
}

// Adds what only the details page has.
void join_details(Profile& profile, const NcuLaunch& details) {
  profile.advice = details.profile.advice;
  for (const auto& [name, metric] : details.profile.metrics.all()) {
    const bool is_metric = name.find("__") != name.npos;
    if (is_metric && !profile.metrics.find(name)) profile.metrics.set(name, metric.value, metric.origin);
  }
}

Result<std::vector<NcuLaunch>> import_launches(const std::string& program, const std::string& path,
                                               const std::string& page, ProcessRunner& processes,
                                               const NcuNames& names) {
  TRY(text, import_page(program, path, page, processes));
  return read_ncu_launches(text, path + " (" + page + " page)", names);
}

Result<std::vector<Profile>> import_report(const std::string& path, ProcessRunner& processes, const NcuNames& names) {
  TRY(program, find_ncu(path, processes));
  TRY(raw, import_launches(program, path, "raw", processes, names));
  const auto details = import_launches(program, path, "details", processes, names);
  std::map<std::string_view, const NcuLaunch*> by_key;
  if (details) {
    for (const NcuLaunch& launch : details.value()) by_key.emplace(launch.key, &launch);
  }
  std::vector<Profile> profiles;
  for (NcuLaunch& launch : raw) {
    Profile& profile = profiles.emplace_back(std::move(launch.profile));
    if (!details) profile.unseen.push_back("The report's own advice could not be read: " + details.error().what + ".");
    if (const auto same = by_key.find(launch.key); same != by_key.end()) join_details(profile, *same->second);
  }
  return profiles;
}

}  // namespace

std::optional<std::string> find_ncu_program(const ProcessRunner& processes) {
  for (const char* name : {"ncu", "nv-nsight-cu-cli"}) {
    if (processes.find_program(name)) return std::string(name);
  }
  return std::nullopt;
}

Result<std::vector<Profile>> read_ncu_file(const std::string& path, const FileSystem& files, ProcessRunner& processes,
                                           const NcuNames& names) {
  if (!files.info(path)) return bad_input("there is no file `" + path + "`");
  if (is_report_file(path)) return import_report(path, processes, names);
  TRY(text, read_within(files, path, k_most_ncu_bytes));
  return read_ncu_csv(text, path, names);
}

}  // namespace whet
