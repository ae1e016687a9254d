#include "cli/run/version_commits.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "cli/run/stored_build.h"
#include "compile/source/user_headers.h"
#include "problem/accepted_files.h"
#include "report/optimize/commit_message.h"
#include "util/system/git.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_plan = "commit";

// The name of a kernel may have characters that a branch name may not: "reduce<256>".
std::string branch_folder(const std::string& kernel) {
  std::string name = kernel;
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::replace_if(name.begin(), name.end(), [&](char c) { return !plain(c); }, '-');
  const size_t begin = name.find_first_not_of('-');
  return "whet/" + (begin == std::string::npos ? "kernel" : name.substr(begin, name.find_last_not_of('-') + 1 - begin));
}

// The kernel's headers that are in the repository, by git's names.
std::vector<std::string> headers_of(const Problem& problem, const GitRepository& repository, const FileSystem& files) {
  CompileRequest request;
  request.file = problem.kernel;
  request.source = problem.source;
  std::vector<std::string> names;
  for (const UserHeader& header : find_user_headers(request, {}, files).files) {
    if (auto name = repository.name_of_file(header.path)) names.push_back(std::move(*name));
  }
  return names;
}

// The measured source must be the committed one, otherwise the figures would be of another source.
Result<void> check_files(const GitRepository& repository, const Problem& problem, const FileSystem& files) {
  std::vector<std::string> names = headers_of(problem, repository, files);
  for (const std::string& file : {problem.kernel, problem.file}) {
    TRY(name, repository.name_of_file(file));
    TRY(committed, repository.is_committed(file));
    if (!committed)
      return bad_input("`" + name + "` is not in the repository's last commit", repository.root(),
                       "git add and git commit it; or go without --commit");
    names.push_back(std::move(name));
  }
  TRY(changed, repository.changed_files(names));
  if (changed.empty()) return {};
  return bad_input("`" + changed.front() + "` has changes that are not committed", repository.root(),
                   "git commit it (or git stash), then again; or go without --commit");
}

// Git stores branches as paths: the name of a branch cannot also be a folder of branches.
Result<void> check_branches(const GitRepository& repository, const std::string& folder) {
  for (const std::string& name : {folder.substr(0, folder.find('/')), folder}) {
    TRY(taken, repository.has_branch(name));
    if (taken)
      return bad_input(fmt::format("branch `{}` is in the way of `{}/...`", name, folder), repository.root(),
                       fmt::format("git branch -m {0} {0}-old; or go without --commit", name));
  }
  return {};
}

// The name is chosen once for a run, and stored before the branch is created.
Result<std::string> branch_of(store::Store& store, const store::Run& run, const GitRepository& repository) {
  TRY(noted, store.events_of(run.id, "branch"));
  if (!noted.empty()) {
    const Json* name = noted.front().data.find("branch");
    if (name && name->as_string()) return *name->as_string();
  }
  const std::string wanted = fmt::format("{}/{}", branch_folder(run.kernel.kernel), run.id);
  std::string free = wanted;
  for (int i = 2;; ++i) {
    TRY(taken, repository.has_branch(free));
    if (!taken) break;
    free = fmt::format("{}-{}", wanted, i);
  }
  TRY_VOID(store.add_event(run.id, "branch", Json::Object{{"branch", free}}));
  return free;
}

Result<BranchCommit> version(store::Store& store, const OptimizeView& view, const ChampionStep& step,
                             const Problem& problem, const FileSystem& files) {
  TRY(id, store.candidate_at(view.run.id, step.candidate));
  TRY(record, store.candidate_record(id));
  TRY(stored, stored_kernel(record, problem));
  TRY(accepted, accepted_files(problem, stored.candidate, files));
  BranchCommit commit;
  commit.message = commit_message(view, step, stored.candidate.flags);
  commit.files.push_back({problem.kernel, std::move(accepted.kernel)});
  if (accepted.problem) commit.files.push_back({problem.file, std::move(*accepted.problem)});
  return commit;
}

// The versions in the order they led, without the original, at which the branch begins. The champion is the last:
// changes that led after it brought nothing and were taken back.
std::vector<ChampionStep> missing_versions(const OptimizeView& view) {
  std::vector<ChampionStep> steps;
  for (const ChampionStep& step : view.path) {
    const bool is_there = std::any_of(view.commits.begin(), view.commits.end(),
                                      [&](const CommittedVersion& each) { return each.candidate == step.candidate; });
    if (!is_there && (!view.baseline || step.candidate != view.baseline->index)) steps.push_back(step);
    if (view.champion && step.candidate == view.champion->index) break;
  }
  return steps;
}

// Adds what the store does not have: the original's values.
void complete_tunables(OptimizeView& view, const Problem& problem) {
  for (const FoundTunable& found : find_tuning_space(problem).tunables) {
    for (TunableChange& each : view.tunables) {
      if (each.name == found.name && each.before.empty()) each.before = std::to_string(found.current);
    }
  }
}

Result<std::optional<Json>> plan_of(store::Store& store, store::RunId id) {
  TRY(run, store.run(id));
  return has_plan(run) ? std::optional(*run.settings.find(k_plan)) : std::nullopt;
}

Result<void> commit_versions(store::Store& store, store::RunId run, const Problem& problem, Context& context) {
  TRY(plan, plan_of(store, run));
  TRY(view, collect_optimize(store, run));
  if (!plan || !view.has_gained()) return {};
  complete_tunables(view, problem);
  TRY(repository, GitRepository::find(problem.directory, context.files, context.processes));
  TRY(branch, branch_of(store, view.run, repository));
  for (const ChampionStep& step : missing_versions(view)) {
    TRY(commit, version(store, view, step, problem, context.files));
    commit.branch = branch;
    if (const Json* base = plan->find("base"); base && base->as_string()) commit.base = *base->as_string();
    TRY(id, repository.commit(commit));
    TRY_VOID(store.add_event(run, "commit",
                             Json::Object{{"branch", branch}, {"commit", id}, {"candidate", step.candidate}}));
  }
  return {};
}

Result<Json> plan_commits(const Problem& problem, Context& context) {
  TRY(repository, GitRepository::find(problem.directory, context.files, context.processes));
  TRY(head, repository.head());
  if (head.empty())
    return bad_input("the repository has no commit yet", repository.root(),
                     "git add and git commit the problem; or go without --commit");
  TRY_VOID(check_files(repository, problem, context.files));
  TRY_VOID(check_branches(repository, branch_folder(problem.entry)));
  TRY_VOID(repository.check_identity());
  return Json(Json::Object{{"base", head}});
}

}  // namespace

std::function<Result<void>(const Problem&, store::Run&)> commit_planner(Context& context) {
  return [&context](const Problem& problem, store::Run& run) -> Result<void> {
    TRY(plan, plan_commits(problem, context));
    run.settings[k_plan] = std::move(plan);
    return {};
  };
}

bool has_plan(const store::Run& run) {
  const Json* plan = run.settings.find(k_plan);
  return plan && plan->as_object();
}

Result<bool> owes_commits(store::Store& store, store::RunId run) {
  if (run == 0) return false;
  TRY(plan, plan_of(store, run));
  if (!plan) return false;
  TRY(view, collect_optimize(store, run));
  return view.has_gained() && !missing_versions(view).empty();
}

Result<void> make_commits(store::Store& store, store::RunId run, const Problem& problem, Context& context) {
  auto made = commit_versions(store, run, problem, context);
  if (made) return {};
  Error error = std::move(made).error();
  error.mend +=
      fmt::format("{}then `whet resume {}` makes the commits", error.mend.empty() ? "resolve that, " : "; ", run);
  return error;
}

}  // namespace whet
