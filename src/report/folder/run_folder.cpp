#include "report/folder/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/canvas/markdown_canvas.h"
#include "report/folder/html_report.h"
#include "report/optimize/champion_file.h"
#include "report/store/store_text.h"
#include "report/store/stored_candidate_view.h"
#include "util/text/text_diff.h"

namespace whet {

namespace {

// The name of a kernel may have characters that a file name may not: "reduce<256>".
std::string file_name(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '-' || (c == '.' && !result.empty());
    result += plain ? c : '_';
  }
  return result.empty() ? "kernel" : result;
}

// PTX begins with its version, apart from comments.
std::string code_extension(std::string_view source) {
  while (true) {
    source = source.substr(std::min(source.find_first_not_of(" \t\r\n"), source.size()));
    const bool is_block = source.starts_with("/*");
    if (!is_block && !source.starts_with("//")) return source.starts_with(".version") ? ".ptx" : ".cu";
    const size_t end = source.find(is_block ? "*/" : "\n");
    source = source.substr(std::min(end == std::string_view::npos ? end : end + 1 + is_block, source.size()));
  }
}

// Writes the files of a run; each source is read once.
class FolderWriter {
 public:
  FolderWriter(store::Store& store, store::RunRecord record, std::string folder, FileSystem& files)
      : store_(&store), record_(std::move(record)), folder_(std::move(folder)), files_(&files) {}

  const store::RunRecord& record() const { return record_; }

  Result<std::string> source_of(const std::optional<store::CandidateId>& id) {
    for (const store::Candidate& candidate : record_.candidates) {
      if (candidate.id == id) return store_->source(candidate.source_hash);
    }
    return std::string();
  }

  Result<void> write(const std::string& name, std::string_view content) {
    return files_->write(join_path(folder_, name), content);
  }

  Result<void> write_header(const IncludedFile& header) {
    TRY_VOID(files_->make_directories(directory_of(join_path(folder_, header.name))));
    return write(header.name, header.content);
  }

  Result<void> write_candidates(const std::string& baseline_source) {
    sort_by_candidate();
    int made = -1;
    for (const store::Candidate& candidate : record_.candidates) {
      const std::string round = fmt::format("rounds/{:02}", candidate.round);
      if (candidate.round != made) TRY_VOID(files_->make_directories(join_path(folder_, round)));
      made = candidate.round;
      TRY_VOID(write_candidate(candidate, fmt::format("{}/{:03}", round, candidate.index), baseline_source));
    }
    return {};
  }

 private:
  void sort_by_candidate() {
    for (const store::Candidate& each : record_.candidates) {
      indices_[each.id] = each.index;
      if (each.id == record_.run.baseline) baseline_hash_ = each.source_hash;
    }
    for (const store::Build& each : record_.builds) builds_[each.candidate].push_back(each);
    for (const store::Measurement& each : record_.measurements) measurements_[each.candidate].push_back(each);
    for (const store::Attribution& each : record_.attributions) attributions_[each.candidate].push_back(each);
  }

  Result<void> write_candidate(const store::Candidate& candidate, const std::string& stem,
                               const std::string& baseline_source) {
    StoredCandidateView view;
    view.run = record_.run;
    view.record = {candidate, {}, builds_[candidate.id], measurements_[candidate.id], attributions_[candidate.id]};
    if (candidate.parent) view.parent = indices_[*candidate.parent];
    TRY_VOID(write(stem + ".json", to_json(view).dump() + "\n"));
    if (candidate.source_hash == baseline_hash_) return {};
    TRY(source, store_->source(candidate.source_hash));
    TRY_VOID(write(stem + ".cu", source));
    return write(stem + ".diff", unified_diff(baseline_source, source, "baseline.cu", stem + ".cu"));
  }

  store::Store* store_;
  store::RunRecord record_;
  std::string folder_;
  FileSystem* files_;
  std::string baseline_hash_;
  std::map<store::CandidateId, int> indices_;
  std::map<store::CandidateId, std::vector<store::Build>> builds_;
  std::map<store::CandidateId, std::vector<store::Measurement>> measurements_;
  std::map<store::CandidateId, std::vector<store::Attribution>> attributions_;
};

// The source as compiled if that is known, with the values of its tunables.
std::string source_shown(const std::optional<BuiltKernel>& built, const std::string& stored) {
  return built && !built->source.empty() ? built->source : stored;
}

// Before and after; where the original stays, as it is now.
std::optional<LaunchPicture> picture_between(const OptimizeView& view, const RunFolderInputs& inputs) {
  if (!inputs.before || !inputs.before->counted) return std::nullopt;
  const Gpu* const gpu = inputs.gpu ? &*inputs.gpu : nullptr;
  const LaunchRecord& before = *inputs.before->counted;
  if (view.run.champion == view.run.baseline) return collect_picture({{"", &before}}, gpu, inputs.measurements);
  if (!inputs.after || !inputs.after->counted) return std::nullopt;
  return collect_picture({{"before", &before}, {"after", &*inputs.after->counted}}, gpu, inputs.measurements);
}

RunReport collect_report(const OptimizeView& view, const store::RunRecord& record, const RunFolderInputs& inputs) {
  RunReport report;
  report.view = view;
  for (const store::Candidate& candidate : record.candidates) report.timeline.push_back(timeline_point(candidate));
  mark_passed_over(report.timeline, view);
  // A leader that was not confirmed is not part of the path.
  if (view.result.outcome == "nothing gained" && view.path.size() > 1) report.view.path.resize(1);
  if (inputs.gpu) {
    report.gpu = inputs.gpu->product.name;
    report.ceilings = ceilings(*inputs.gpu);
  }
  report.picture = picture_between(view, inputs);
  report.without_machine_code = inputs.without_builds;
  report.problem = inputs.problem;
  if (inputs.before) report.limited_before = inputs.before->limited_by;
  if (inputs.after) {
    report.limited_after = inputs.after->limited_by;
    report.flags = inputs.after->flags;
    report.launches = inputs.after->settings;
  }
  if (!inputs.before || !inputs.after) return report;
  auto compared =
      compare_builds(*inputs.before, *inputs.after, inputs.gpu ? std::optional(inputs.gpu->capability) : std::nullopt);
  if (compared)
    report.machine_code = std::move(*compared);
  else
    report.without_machine_code = compared.error().what;
  return report;
}

Json summary_json(const RunReport& report) {
  Json json = to_json(report.view);
  json["machine_code"] = report.machine_code ? to_json(*report.machine_code) : Json();
  if (report.picture) json["picture"] = to_json(*report.picture);
  return json;
}

Result<void> write_champion(FolderWriter& writer, const store::Candidate& champion, const std::string& stored,
                            const std::optional<BuiltKernel>& built) {
  const bool is_built = built && !built->source.empty();
  const ChampionFile file =
      is_built ? champion_file(champion, *built) : stored_champion_file(champion, stored, champion.launch);
  for (size_t i = 0; is_built && i < built->headers.size(); ++i) TRY_VOID(writer.write_header(built->headers[i]));
  TRY_VOID(writer.write("champion" + code_extension(file.source), file.source));
  return writer.write("champion.toml", file.settings);
}

// A table of PTX has the header alone: host code launches no text.
bool can_write_table(const RunDispatch& dispatch, const std::vector<DispatchedText>& dispatched) {
  const bool has_ptx = std::any_of(dispatched.begin(), dispatched.end(), [](const DispatchedText& each) {
    return code_extension(each.kernel.source) == ".ptx";
  });
  return !dispatch.table.empty() && dispatched.size() == dispatch.kernels.size() && !has_ptx;
}

// The table by size and the kernels that it names.
Result<void> write_table(FolderWriter& writer, const std::string& table,
                         const std::vector<DispatchedText>& dispatched) {
  for (const DispatchedText& each : dispatched) {
    const ChampionFile file = champion_file(each.candidate, each.kernel, each.file);
    for (const IncludedFile& header : each.kernel.headers) TRY_VOID(writer.write_header(header));
    TRY_VOID(writer.write(each.file, file.source));
  }
  return writer.write("dispatch.toml",
                      "# Which kernel runs at which size. One file with all of them and a launcher:\n"
                      "#   whet write PROBLEM --dispatch dispatch.toml\n" +
                          table);
}

// Adds what the store does not have and the caller knows.
void complete(OptimizeView& view, const RunFolderInputs& inputs) {
  for (TunableChange& each : view.tunables) {
    const auto known = inputs.tunables_before.find(each.name);
    if (each.before.empty() && known != inputs.tunables_before.end()) each.before = std::to_string(known->second);
  }
  view.problem = inputs.problem;
  if (inputs.before) view.limited_by = inputs.before->limited_by;
  if (inputs.after) view.next = inputs.after->plan;
  if (!view.result.flops) view.result.flops = inputs.declared_flops;
  if (!view.result.bytes) view.result.bytes = inputs.declared_bytes;
}

}  // namespace

std::string run_folder_of(const store::Project& project, const store::Run& run) {
  return join_path(project.root, fmt::format("runs/{}/{}-{}", file_name(run.kernel.kernel),
                                             utc_text(run.began_ms, "%Y-%m-%dT%H-%M-%SZ"), run.id));
}

Result<OptimizeView> write_run_folder(store::Store& store, store::RunId run, const std::string& folder,
                                      const RunFolderInputs& inputs, FileSystem& files) {
  TRY(view, collect_optimize(store, run));
  view.folder = folder;
  complete(view, inputs);
  TRY(record, store.record_of(run));
  record.run = view.run;
  TRY_VOID(files.make_directories(folder));
  FolderWriter writer(store, std::move(record), folder, files);
  TRY(baseline, writer.source_of(view.run.baseline));
  TRY(champion, writer.source_of(view.run.champion));
  if (view.baseline) TRY_VOID(writer.write("baseline" + code_extension(baseline), baseline));
  // If the original stays there is no champion file, unless a table by size falls back to it.
  if (view.has_other_champion() || (view.champion && !dispatch_file(view).empty()))
    TRY_VOID(write_champion(writer, *view.champion, champion, inputs.after));
  if (!dispatch_file(view).empty()) {
    TRY_VOID(writer.write("dispatch.h", view.result.dispatch->header));
    std::string& table = view.result.dispatch->table;
    if (!can_write_table(*view.result.dispatch, inputs.dispatched)) table.clear();
    if (!table.empty()) TRY_VOID(write_table(writer, table, inputs.dispatched));
  }
  TRY_VOID(writer.write_candidates(baseline));
  if (!view.minds.empty()) {
    TRY(ledger, mind_ledger_json(store, run));
    TRY_VOID(writer.write("minds.json", ledger.dump() + "\n"));
  }

  RunReport report = collect_report(view, writer.record(), inputs);
  report.before_source = source_shown(inputs.before, baseline);
  report.after_source = source_shown(inputs.after, champion);
  MarkdownCanvas canvas;
  render(view, canvas);
  TRY_VOID(writer.write("summary.md", canvas.take()));
  TRY_VOID(writer.write("summary.json", summary_json(report).dump() + "\n"));
  TRY_VOID(writer.write("report.html", report_html(report)));
  return view;
}

}  // namespace whet
