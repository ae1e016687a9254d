// whet submit: one round of a run of submitted kernels.
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/manual_session.h"
#include "cli/run/open_store.h"
#include "diagnose/claim.h"
#include "util/text.h"

namespace whet {

namespace {

struct SubmitFlags {
  std::vector<std::string> files;
  std::string methods, memo, project;
  int run = 0;
  bool json = false;
};

// A kernel with its sidecar file; problem/candidate.h says which file that is.
Result<Submission> read_submission(const std::string& path, const SubmitFlags& flags, const Problem& problem,
                                   const FileSystem& files) {
  if (!files.info(path))
    return bad_input("there is no file `" + path + "`", {}, "name the candidate's .cu or .ptx file");
  Submission submission{path, {}};
  TRY(source, read_text(files, path));
  if (source.empty()) return bad_input("`" + path + "` is empty");
  if (source != problem.source) submission.proposal.source = std::move(source);
  const std::string beside = path.substr(0, path.size() - extension_of(path).size()) + ".toml";
  if (beside != problem.file && files.info(beside)) {
    TRY(sidecar, read_text(files, beside));
    submission.proposal.sidecar = std::move(sidecar);
  }
  for (const std::string_view method : split(flags.methods, ',')) {
    if (!trim(method).empty()) submission.proposal.methods.emplace_back(trim(method));
  }
  submission.proposal.memo = flags.memo;
  return submission;
}

// 1 if no submitted kernel may be used, 2 if all are right and none leads, 4 if the device lacks what one needs.
ExitCode exit_code_of(const RoundReport& report) {
  if (report.leader != report.leader_before) return ExitCode::ok;
  for (const SubmittedCandidate& candidate : report.candidates) {
    const bool slower = candidate.against_leader && candidate.against_leader->outcome == Outcome::slower;
    if (is_sound(candidate.verdict.outcome) && !slower) return ExitCode::nothing_gained;
  }
  const bool any_lacking = std::any_of(report.candidates.begin(), report.candidates.end(), [](const auto& candidate) {
    return candidate.verdict.outcome == Outcome::not_judged;
  });
  return any_lacking ? ExitCode::missing : ExitCode::bad_result;
}

Result<ExitCode> run_submit(const SubmitFlags& flags, Context& context) {
  for (const std::string_view method : split(flags.methods, ',')) {
    if (!trim(method).empty()) TRY_VOID(check_claim(context.knowledge, trim(method)));
  }
  for (const std::string& file : flags.files) {
    if (!context.files.info(file))
      return bad_input("there is no file `" + file + "`", {}, "name the candidate's .cu or .ptx file");
  }
  TRY(session, ManualSession::go_on(flags.project, flags.run, context));
  std::vector<Submission> submissions;
  for (const std::string& file : flags.files) {
    TRY(submission, read_submission(file, flags, session->problem(), context.files));
    submissions.push_back(std::move(submission));
  }
  TRY(report, session->run().submit(submissions));
  session->end_progress();
  const ExitCode code = exit_code_of(report);
  show(RoundView{session->name(), std::move(report)}, output_format(flags.json), context);
  return code;
}

}  // namespace

CliCommand submit_command() {
  auto flags = std::make_shared<SubmitFlags>();
  CliCommand command;
  command.name = "submit";
  command.summary = "judge your kernels, compare them with the leader, and prove their methods: one round";
  command.example = "  whet submit softmax_warp.cu --methods compute.warp_shuffle --memo \"one warp a row\"";
  command.options = {
      {"files", "kernels for the problem, .cu or .ptx", &flags->files, "FILE", {}, true},
      {"--methods", "methods that they claim to use: memory.vectorized_access,...", &flags->methods, "NAMES"},
      {"--memo", "why, in one sentence; kept with the candidate", &flags->memo, "TEXT"},
      {"--run", "number of the run (default: the newest unfinished one)", &flags->run, "RUN"},
      project_option(&flags->project),
      json_option(&flags->json),
  };
  command.run = [flags](Context& context) { return run_submit(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
