#include "optimize/run/opened_run.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "describe/derived_work.h"
#include "device/open/open_device.h"
#include "optimize/run/run_advice.h"
#include "optimize/run/stored_choice.h"
#include "store/project.h"

namespace whet {

namespace {

// The member of the stored settings that names the driver, and its value in a manual run.
constexpr const char* k_driver = "driver";
constexpr const char* k_manual = "outside";

// "n=1024 m=8": the sizes of a run that differ from its problem's.
std::string dims_text(const OptimizeSettings& settings) {
  std::string text;
  for (const auto& [name, value] : settings.dims) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

store::Conditions conditions_of(const store::Run& run, const OptimizeSettings& settings) {
  return {run.gpu, run.origin, dims_text(settings), run.toolkit};
}

// On a GPU, a batch that keeps it busy while all cores compile; on a virtual GPU, judging itself needs the cores.
size_t usual_batch(bool is_virtual) {
  constexpr unsigned k_virtual = 4, k_fewest = 8, k_most = 32;
  return is_virtual ? k_virtual : std::clamp(2 * std::thread::hardware_concurrency(), k_fewest, k_most);
}

Result<std::unique_ptr<Tuner>> make_tuner(const Problem& problem, const OptimizeSettings& settings) {
  return Tuner::make(problem, {settings.strategy, settings.seed, settings.most_candidates, !settings.declared,
                               settings.starts, settings.planned});
}

// Kernels for what the problem's kernel computes, at the sizes of the run; nothing where none are wanted.
using Written = std::optional<Result<write::WrittenKernels>>;

// The problem whose first case has the sizes of the run.
Problem at_sizes(const Problem& problem, const OptimizeSettings& settings) {
  Problem sized = problem;
  auto& dims = sized.cases.front().dims;
  std::erase_if(dims, [&](const auto& dim) { return settings.dims.contains(dim.first); });
  dims.insert(dims.end(), settings.dims.begin(), settings.dims.end());
  return sized;
}

Written written_for(const Problem& problem, const OptimizeSettings& settings, const RunFiles& files) {
  if (settings.declared || !settings.writes || !files.write) return std::nullopt;
  return files.write(at_sizes(problem, settings), settings.device);
}

// Also those that are proposed only beside a leader of their schedule.
std::vector<write::WrittenKernel> all_kernels(const Written& written) {
  if (!written || !*written) return {};
  std::vector<write::WrittenKernel> kernels = (*written)->kernels;
  kernels.insert(kernels.end(), (*written)->further.begin(), (*written)->further.end());
  return kernels;
}

Result<void> note_predictions(const Written& written, store::RunId run, store::Store& store) {
  Json predicted = Json::object();
  if (written && *written) {
    for (const auto* const kernels : {&(*written)->kernels, &(*written)->further}) {
      for (const write::WrittenKernel& kernel : *kernels) {
        if (kernel.predicted_overall) predicted[proposal_of(kernel).memo] = *kernel.predicted_overall;
      }
    }
  }
  return predicted.as_object()->empty() ? Result<void>() : store.add_event(run, k_predicted_event, predicted);
}

// `note` says why there are none.
std::unique_ptr<KernelWriter> make_writer(const Written& wanted, const OptimizeSettings& settings, std::string& note) {
  if (!wanted) return nullptr;
  const Result<write::WrittenKernels>& written = *wanted;
  if (written && !written->kernels.empty())
    return std::make_unique<KernelWriter>(written->kernels, settings.written_starts, written->further,
                                          settings.planned);
  note = "no kernel is written: " + (written ? std::string("no schedule fits what it computes") : written.error().what);
  return nullptr;
}

// Edits of the problem's kernel; `note` says why only they and the tuner work where no kernel is written, or why there
// are none.
std::unique_ptr<Editor> make_editor(const Problem& problem, const OptimizeSettings& settings, std::string& note) {
  if (settings.declared || !settings.edits) return nullptr;
  auto editor = std::make_unique<Editor>(at_sizes(problem, settings), settings.written_starts, settings.planned);
  if (editor->has_edits()) {
    if (!note.empty()) note += "; edits of its text and the tuner are tried";
    return editor;
  }
  const auto& unfit = editor->fitting().unfit;
  const bool is_same = std::all_of(unfit.begin(), unfit.end(),
                                   [&](const edit::UnfitEdit& each) { return each.reason == unfit.front().reason; });
  if (!note.empty()) note += "; no edit fits its text" + (is_same ? ": " + unfit.front().reason : "");
  return nullptr;
}

Result<std::unique_ptr<MindProposer>> make_mind(const Problem& problem, const OptimizeSettings& settings,
                                                const RunFiles& files) {
  const MindOrder& order = settings.minds;
  if (order.minds.empty() || !files.open_mind) return std::unique_ptr<MindProposer>();
  std::vector<consult::OpenedMind> minds;
  for (const std::string& name : order.minds) {
    TRY(mind, files.open_mind(name, order));
    minds.push_back(std::move(mind));
  }
  TRY(calls, consult::MindCalls::make(std::move(minds), {order.calls, order.tokens, order.dollars}));
  return MindProposer::make(problem, std::move(calls), {settings.patience, order.redacts}, files.knowledge);
}

// Shares of all candidates, as long as the proposers have some that were not tried.
constexpr double k_writer_share = 0.75, k_editor_share = 0.6, k_editor_share_with_writer = 0.15;

// A search needs a writer, an editor, a mind or a tuner.
Result<RunProposers> make_proposers(const Problem& problem, const OptimizeSettings& settings, const Written& written,
                                    const RunFiles& files, std::string& note) {
  RunProposers proposers;
  note.clear();
  proposers.writer = make_writer(written, settings, note);
  proposers.editor = make_editor(problem, settings, note);
  TRY(mind, make_mind(problem, settings, files));
  proposers.mind = std::move(mind);
  const bool has_others = proposers.writer || proposers.editor || proposers.mind;
  if (!has_others || Tuner::applies(problem, !settings.declared)) {
    TRY(tuner, make_tuner(problem, settings));
    proposers.tuner = std::move(tuner);
  }
  std::vector<ProposerTeam::Member> members;
  if (proposers.writer) members.push_back({*proposers.writer, k_writer_share});
  if (proposers.editor)
    members.push_back({*proposers.editor, proposers.writer ? k_editor_share_with_writer : k_editor_share});
  if (proposers.mind) members.push_back({*proposers.mind, 1});
  if (proposers.tuner) members.push_back({*proposers.tuner, 1});
  proposers.team =
      std::make_unique<ProposerTeam>(std::move(members), proposers.mind ? Sharing::by_gain : Sharing::fixed);
  return proposers;
}

void describe_device(const DeviceFacts& facts, store::Run& run) {
  run.device = facts.name;
  run.gpu = facts.gpu.product.name;
  run.origin = facts.is_virtual ? store::TimeOrigin::modelled : store::TimeOrigin::measured;
}

Json settings_json(const OptimizeSettings& settings, RunDriver driver) {
  Json json = to_json(settings);
  if (driver == RunDriver::manual) json[k_driver] = k_manual;
  return json;
}

Result<void> check_unchanged(store::Store& store, const store::Run& run, const Problem& problem) {
  if (!run.baseline) return {};
  TRY(original, store.candidate_record(*run.baseline));
  if (original.source == problem.source) return {};
  return bad_input(fmt::format("the kernel has changed since run {} began: there is nothing to compare with", run.id),
                   problem.kernel, "put it back as it was and keep the new one in another file, or begin a new run");
}

Result<Problem> load_completely(const std::string& path, const OptimizeSettings& settings, const RunFiles& files) {
  TRY(problem, load_problem(path, files.files, settings.additions));
  if (files.complete) files.complete(problem);
  return problem;
}

std::string note_of(const learn::Advice& advice) {
  if (advice.starts.empty()) return {};
  return fmt::format("{} of the first candidates {} from what earlier runs learned (`whet learn list`)",
                     advice.starts.size(), advice.starts.size() == 1 ? "is" : "are");
}

std::string joined_notes(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += (text.empty() || note.empty() ? "" : "; ") + note;
  return text;
}

}  // namespace

RunDriver driver_of(const store::Run& run) {
  const Json* const driver = run.settings.find(k_driver);
  const bool is_manual = driver && driver->as_string() && *driver->as_string() == k_manual;
  return is_manual ? RunDriver::manual : RunDriver::search;
}

OptimizedRun OpenedRun::identity() const {
  return {description.id, description.kernel, conditions_of(description, settings)};
}

Result<OpenedRun> begin_run(BeginOrder order, const RunFiles& files) {
  TRY(device, open_device(order.settings.device, {}, files.knowledge));
  const DeviceFacts& facts = device.device->facts();
  OptimizeSettings& settings = order.settings;
  settings.device = facts.name;
  if (settings.batch == 0) settings.batch = usual_batch(facts.is_virtual);
  TRY(problem, load_completely(order.problem, settings, files));
  const bool searches = order.driver == RunDriver::search;
  std::string note_of_writer;
  const Written written = searches ? written_for(problem, settings, files) : std::nullopt;
  RunProposers proposers;
  if (searches) {
    TRY(made, make_proposers(problem, settings, written, files, note_of_writer));
    proposers = std::move(made);
  }
  store::Run run;
  if (order.prepare) TRY_VOID(order.prepare(problem, run));
  const Json prepared = run.settings;
  const store::Project project = store::project_of(problem.directory, files.files);
  TRY(store, store::Store::open(project, files.files));
  run.kernel = {store::path_in(project, problem.directory), problem.entry};
  run.entry = problem.entry;
  run.seed = settings.seed;
  describe_device(facts, run);
  TRY(lock, store.lock(run.kernel));
  if (searches) {
    TRY(known, store.lessons_of(run.kernel));
    settings.starts = best_known(known, conditions_of(run, settings));
    settings.written_starts = best_known_memos(known, conditions_of(run, settings));
  }
  const auto subject = subject_of_run(at_sizes(problem, settings), run, facts.architecture, files);
  learn::Advice advice;
  if (subject && searches) {
    TRY(taken, take_advice(*subject, all_kernels(written), store, settings));
    advice = std::move(taken);
  }
  const bool has_sources = proposers.writer || proposers.editor;
  if ((!settings.starts.empty() && proposers.tuner) || (!settings.written_starts.empty() && has_sources)) {
    TRY(made, make_proposers(problem, settings, written, files, note_of_writer));
    proposers = std::move(made);
  }
  run.settings = settings_json(settings, order.driver);
  for (const auto& [name, value] : *prepared.as_object()) run.settings[name] = value;
  TRY(id, store.begin_run(run, lock));
  TRY_VOID(note_predictions(written, id, store));
  if (subject) TRY_VOID(note_subject(*subject, advice, id, store));
  TRY(begun, store.run(id));
  std::string note = joined_notes({device.note, work_remark(problem), note_of_writer, note_of(advice)});
  return OpenedRun{std::move(problem), std::move(settings),  std::move(store),   std::move(lock),
                   std::move(begun),   std::move(proposers), facts.architecture, std::move(note)};
}

Result<OpenedRun> take_up_run(store::Store store, const store::Run& run, const RunFiles& files,
                              const std::vector<std::string>& named_minds) {
  TRY(settings, settings_of(run));
  TRY_VOID(check_minds(run, settings.minds, named_minds));
  TRY(path, problem_of(store.project(), run));
  TRY(problem, load_completely(path, settings, files));
  TRY_VOID(check_unchanged(store, run, problem));
  const bool searches = driver_of(run) == RunDriver::search;
  std::string written;
  RunProposers proposers;
  if (searches) {
    TRY(made, make_proposers(problem, settings, written_for(problem, settings, files), files, written));
    proposers = std::move(made);
  }
  TRY(device, open_device(settings.device, {}, files.knowledge));
  TRY(lock, store.lock(run.kernel));
  TRY_VOID(store.resume(run.id, lock));
  std::string note = joined_notes({work_remark(problem), written});
  return OpenedRun{std::move(problem),
                   std::move(settings),
                   std::move(store),
                   std::move(lock),
                   run,
                   std::move(proposers),
                   device.device->facts().architecture,
                   std::move(note)};
}

}  // namespace whet
