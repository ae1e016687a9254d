#include "profile/ncu/ncu_run.h"

#include "binary/container/demangle.h"
#include "profile/ncu/choose_profile.h"
#include "profile/ncu/ncu_file.h"

namespace whet {

namespace {

constexpr const char* k_no_permission = "ERR_NVGPUCTRPERM";
constexpr size_t k_shown_output = 2000;

// Clocks stay as they are, because others may use the GPU; caches are flushed before each pass, as they are before each
// sample of the timer.
ProcessCommand ncu_command(const std::string& program, const NcuRun& run, const std::string& report) {
  ProcessCommand command;
  command.argv = {program,
                  "--profile-from-start",
                  "off",
                  "--set",
                  "full",
                  "--clock-control",
                  "none",
                  "--cache-control",
                  "all",
                  "--target-processes",
                  "application-only",
                  "--launch-count",
                  std::to_string(run.kernels.size()),
                  "--force-overwrite",
                  "--export",
                  report};
  command.argv.insert(command.argv.end(), run.target.begin(), run.target.end());
  command.environment = {{"LC_ALL", "C"}};
  command.timeout = run.deadline;
  return command;
}

Error with_output(Error error, const Finished& done) {
  const std::string said = done.out + done.err;
  error.details = said.size() > k_shown_output ? said.substr(said.size() - k_shown_output) : said;
  return error;
}

Result<void> check_run(const Finished& done, const NcuRun& run, const std::string& report, const FileSystem& files) {
  if ((done.out + done.err).find(k_no_permission) != std::string::npos)
    return with_output(failed(std::string("ncu may not read counters: ") + k_no_permission), done);
  if (done.timed_out)
    return failed("ncu did not end within " + std::to_string(run.deadline.count()) + " s", {},
                  "give smaller sizes, or leave --collector ncu out");
  if (done.exit_code != 0)
    return with_output(failed("ncu failed with exit code " + std::to_string(done.exit_code)), done);
  if (!files.info(report)) return with_output(failed("ncu wrote no report"), done);
  return {};
}

// Launches are known by their order; their names must agree.
Result<void> check_launches(const std::vector<Profile>& profiles, const NcuRun& run) {
  if (profiles.size() != run.kernels.size())
    return failed("ncu saw " + std::to_string(profiles.size()) + " launches where " +
                  std::to_string(run.kernels.size()) + " were made");
  for (size_t i = 0; i < profiles.size(); ++i) {
    const std::string wanted = plain_kernel_name(demangle(run.kernels[i]));
    const std::string seen = plain_kernel_name(profiles[i].kernel);
    if (seen != wanted && profiles[i].kernel != run.kernels[i])
      return failed("ncu saw `" + seen + "` as launch " + std::to_string(i) + " where `" + wanted + "` was made");
  }
  return {};
}

}  // namespace

Result<std::vector<Profile>> profile_with_ncu(const NcuRun& run, const FileSystem& files, ProcessRunner& processes,
                                              const NcuNames& names) {
  const auto program = find_ncu_program(processes);
  if (!program)
    return missing("`ncu` is not in PATH", {},
                   "install Nsight Compute (on Ubuntu: cuda-nsight-compute-13-0) or add its folder to PATH; or leave "
                   "--collector ncu out");
  const std::string report = join_path(run.directory, "report.ncu-rep");
  TRY(done, processes.run(ncu_command(*program, run, report)));
  TRY_VOID(check_run(done, run, report, files));
  TRY(profiles, read_ncu_file(report, files, processes, names));
  TRY_VOID(check_launches(profiles, run));
  return profiles;
}

}  // namespace whet
