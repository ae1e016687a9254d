#include "cli/run/stored_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/flags/bare_kernel.h"
#include "cli/frame/limiter.h"
#include "cli/run/device_ceilings.h"
#include "compile/toolkit/header_copies.h"
#include "compile/toolkit/target.h"
#include "optimize/run/stored_choice.h"
#include "optimize/score/settings.h"
#include "problem/signature/candidate.h"
#include "problem/signature/entry.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

std::map<std::string, int64_t> integers_of(const Json* json) {
  std::map<std::string, int64_t> values;
  const Json::Object* members = json ? json->as_object() : nullptr;
  if (!members) return values;
  for (const auto& [name, value] : *members) {
    if (value.as_integer()) values[name] = *value.as_integer();
  }
  return values;
}

// The run's problem, and the compiler settings of all its candidates.
struct Workshop {
  Problem problem;
  std::map<std::string, int64_t> dims;
  Architecture architecture;
  Compiler& compiler;
  std::string folder;  // of the run
  std::string gpu;
  Context& context;
  std::map<std::string, std::string> tried;  // methods that candidates of the run claim, with what became of them
};

std::map<std::string, BlockAssumption> blocks_of(const ResolvedCase& resolved) {
  std::map<std::string, BlockAssumption> blocks;
  for (const ResolvedLaunch& launch : resolved.launches) {
    const std::string name = parse_entry(launch.entry).name;
    const size_t scope = name.rfind("::");
    const auto threads = static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]);
    blocks[scope == std::string::npos ? name : name.substr(scope + 2)] = {threads,
                                                                          static_cast<int>(launch.shared_bytes)};
  }
  return blocks;
}

// The kernel as text, not compiled yet.
BuiltKernel uncompiled(StoredKernel& stored, const Workshop& shop) {
  BuiltKernel built;
  built.settings = std::move(stored.text.settings);
  built.defines = std::move(stored.text.defines);
  MovedSource moved = move_source(stored.request, std::move(stored.text.source), shop.folder, shop.context.files);
  built.standalone = std::move(moved.source);
  for (auto& [name, content] : moved.headers) built.headers.push_back({std::move(name), std::move(content)});
  built.source = stored.request.source;
  built.flags = stored.request.extra_flags;
  return built;
}

Result<BuiltKernel> build(const store::CandidateRecord& record, const Workshop& shop) {
  TRY(stored, stored_kernel(record, shop.problem, shop.dims));
  CompileRequest& request = stored.request;
  request.architectures = {shop.architecture};
  request.exact = false;  // as the search compiles
  TRY(builds, shop.compiler.compile(request));
  BuiltKernel built = uncompiled(stored, shop);
  built.build = std::move(builds.front());
  built.blocks = blocks_of(stored.resolved);
  KernelLimits limits = kernel_limits(
      {stored.candidate.problem, stored.resolved, built.build, shop.gpu, shop.compiler, shop.tried}, shop.context);
  built.limited_by = std::move(limits.limited_by);
  built.plan = std::move(limits.plan);
  built.counted = std::move(limits.counted);
  return built;
}

Result<void> add_dispatched(store::Store& store, const store::Run& run, const Workshop& shop, RunFolderInputs& inputs) {
  TRY(view, collect_optimize(store, run.id));
  if (!view.result.dispatch) return {};
  std::vector<DispatchedText> texts;
  for (const DispatchedKernel& each : view.result.dispatch->kernels) {
    TRY(record, store.candidate_record(each.candidate));
    TRY(stored, stored_kernel(record, shop.problem, shop.dims));
    texts.push_back({each.file, record.candidate, uncompiled(stored, shop)});
  }
  inputs.dispatched = std::move(texts);
  return {};
}

Result<void> add_work(const Workshop& shop, RunFolderInputs& inputs) {
  TRY(chosen, find_case(shop.problem, ""));
  TRY(resolved, resolve_case(shop.problem, chosen, {shop.dims, {}, std::nullopt, ""}));
  inputs.declared_flops = resolved.flops;
  inputs.declared_bytes = resolved.bytes;
  for (const FoundTunable& tunable : find_tuning_space(shop.problem).tunables)
    inputs.tunables_before[tunable.name] = tunable.current;
  return {};
}

Result<void> add_builds(store::Store& store, const store::Run& run, const Workshop& shop, RunFolderInputs& inputs) {
  TRY(baseline, store.candidate_record(*run.baseline));
  TRY(before, build(baseline, shop));
  TRY(champion, store.candidate_record(*run.champion));
  TRY(after, build(champion, shop));
  inputs.before = std::move(before);
  inputs.after = std::move(after);
  return {};
}

Result<std::map<std::string, std::string>> tried_methods(store::Store& store, store::RunId run) {
  std::map<std::string, std::string> tried;
  TRY(record, store.record_of(run));
  for (const store::Candidate& candidate : record.candidates) {
    if (candidate.outcome.empty()) continue;
    for (const std::string& method : candidate.methods)
      tried[method] = fmt::format("tried by candidate {}{}", candidate.index,
                                  candidate.speedup ? ": " + speedup_text(candidate.speedup) : std::string());
  }
  return tried;
}

// Looks for the problem where it was when the run began.
Result<void> add_problem(store::Store& store, const store::Run& run, const std::string& folder, Context& context,
                         RunFolderInputs& inputs) {
  TRY(settings, settings_of(run));
  TRY(path, problem_of(store.project(), run));
  TRY(problem, load_problem(path, context.files, settings.additions));
  complete_work(problem, context);
  TRY(target, resolve_target(run.gpu, Hardware(context.knowledge)));
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(tried, tried_methods(store, run.id));
  const Workshop shop{std::move(problem),
                      integers_of(run.settings.find("dims")),
                      target.architecture,
                      compiler,
                      folder,
                      run.gpu,
                      context,
                      std::move(tried)};
  inputs.problem =
      std::filesystem::path(join_path(shop.problem.directory, ".")).lexically_normal().parent_path().string();
  TRY_VOID(add_work(shop, inputs));
  TRY_VOID(add_dispatched(store, run, shop, inputs));
  if (!run.baseline || !run.champion) return {};
  return add_builds(store, run, shop, inputs);
}

}  // namespace

Result<StoredKernel> stored_kernel(const store::CandidateRecord& record, const Problem& original,
                                   const std::map<std::string, int64_t>& dims) {
  Problem problem = original;
  if (record.source != problem.source || !record.candidate.launch.empty()) {
    TRY(loaded, with_candidate(problem, "candidate.cu", record.source, record.candidate.launch));
    problem = std::move(loaded);
  }
  const auto values = integers_of(&record.candidate.tunables);
  TunedProblem made =
      values.empty() ? TunedProblem{std::move(problem), {}, {}} : tuned(find_tuning_space(problem), values);
  TRY(chosen, find_case(made.problem, ""));
  TRY(resolved, resolve_case(made.problem, chosen, {dims, made.tunables, std::nullopt, ""}));
  CompileRequest request = compile_request(made.problem, resolved, {});
  request.extra_flags.insert(request.extra_flags.end(), made.flags.begin(), made.flags.end());
  StandaloneText text = standalone_text(original, made, resolved, request);
  return StoredKernel{std::move(made), std::move(resolved), std::move(request), std::move(text)};
}

RunFolderInputs folder_inputs(store::Store& store, const store::Run& run, const std::string& folder, Context& context) {
  RunFolderInputs inputs;
  if (auto gpu = Hardware(context.knowledge).gpu(run.gpu)) inputs.gpu = std::move(*gpu);
  if (auto measured = Hardware(context.knowledge).measurements()) inputs.measurements = std::move(*measured);
  std::vector<std::string> notes;  // the run itself has said them
  if (inputs.gpu) inputs.gpu->measured = calibration_for_device(run.device, context, notes);
  const auto added = add_problem(store, run, folder, context, inputs);
  if (!added) inputs.without_builds = "The machine code was not looked at: " + added.error().what + ".";
  return inputs;
}

}  // namespace whet
