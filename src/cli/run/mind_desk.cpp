#include "cli/run/mind_desk.h"

#include <fmt/format.h>

#include "cli/frame/limiter.h"
#include "cli/run/stored_build.h"
#include "report/folder/run_folder.h"

namespace whet {

namespace {

store::CandidateRecord record_of(const Proposal& proposal, const Problem& problem) {
  store::CandidateRecord record;
  record.source = proposal.source.empty() ? problem.source : proposal.source;
  record.candidate.launch = proposal.sidecar;
  record.candidate.tunables = tunables_json(proposal);
  return record;
}

Result<StudiedKernel> study_version(const OpenedRun& run, const Proposal& proposal, Context& context) {
  TRY(kernel, stored_kernel(record_of(proposal, run.problem), run.problem, run.settings.dims));
  StudiedKernel studied;
  const StandaloneText& text = kernel.text;
  studied.source =
      proposal.tunables.empty() ? record_of(proposal, run.problem).source : text.settings + text.defines + text.source;
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  kernel.request.architectures = {run.architecture};
  kernel.request.exact = false;
  studied.problem = kernel.candidate.problem;
  const auto builds = compiler.compile(kernel.request);
  if (!builds) return studied;
  KernelLimits limits =
      kernel_limits({studied.problem, kernel.resolved, builds->front(), run.description.gpu, compiler}, context);
  studied.evidence = {std::move(limits.limited_by), std::move(limits.findings), std::move(limits.plan),
                      std::move(limits.counted)};
  return studied;
}

std::string transcript_text(const MindPrompt& prompt, const consult::MindCall& call) {
  std::string text = "# Constant part\n\n" + prompt.constant + "\n\n# Fresh part\n\n" + prompt.fresh;
  for (const MindPrompt::Exchange& each : prompt.exchanges)
    text += "\n\n# Answer\n\n" + each.answer + "\n\n# Reply\n\n" + each.reply;
  return text + "\n\n# Answer of " + call.mind + "\n\n" + call.answer.text + "\n";
}

}  // namespace

MindBrief brief_for(OpenedRun& run, Context& context) {
  MindBrief brief;
  brief.gpu = run.description.gpu;
  brief.sm = run.architecture.sm;
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  brief.meaning = find_kernel_meaning(run.problem, compiler);
  if (auto cases = cases_of(run.problem, run.settings.dims)) brief.cases = std::move(*cases);
  if (auto lessons = run.store.lessons_of(run.description.kernel)) brief.lessons = std::move(*lessons);
  brief.study = [&run, &context](const Proposal& proposal) { return study_version(run, proposal, context); };
  return brief;
}

consult::CallServices call_services(OpenedRun& run, RunLedger& ledger, std::function<bool()> stopped,
                                    Context& context) {
  consult::CallServices services;
  services.journal = [&ledger](const std::string& name, const std::function<Result<Json>()>& make) {
    return ledger.once(name, make);
  };
  services.stopped = std::move(stopped);
  if (!run.settings.minds.transcripts) return services;
  const std::string folder = join_path(run_folder_of(run.store.project(), run.description), "minds");
  services.transcript = [folder, &context](int64_t number, const MindPrompt& prompt, const consult::MindCall& call) {
    (void)context.files.make_directories(folder);
    (void)context.files.write(join_path(folder, fmt::format("{:03}.md", number)), transcript_text(prompt, call));
  };
  return services;
}

Result<void> note_minds(OpenedRun& run, const OptimizeResult& result) {
  const MindProposer* const mind = run.proposers.mind.get();
  if (!mind) return {};
  std::string said = mind->ended().empty() ? "" : "asked no further: " + mind->ended();
  const bool is_gained = result.end == OptimizeEnd::faster || result.end == OptimizeEnd::faster_by_size;
  if (!is_gained && mind->calls().spent().calls > 0) said += (said.empty() ? "" : "; ") + mind->account();
  if (said.empty()) return {};
  Json event = Json::object();
  event["what"] = said;
  return run.store.add_event(run.description.id, k_minds_ended, event);
}

}  // namespace whet
