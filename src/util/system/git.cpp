#include "util/system/git.h"

#include <cstdlib>
#include <filesystem>

#include "util/text.h"

namespace whet {

namespace fs = std::filesystem;

namespace {

// A temporary directory for the files of one commit, removed afterwards.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "whet-git-XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// GIT_OPTIONAL_LOCKS keeps `git status` from refreshing the user's index; without GIT_TERMINAL_PROMPT=0 git could wait
// for an answer that never comes.
ProcessCommand git_command(const std::string& directory, std::vector<std::string> arguments, const std::string& index) {
  arguments.insert(arguments.begin(), "git");
  ProcessCommand command{.argv = std::move(arguments), .directory = directory};
  command.environment = {{"LC_ALL", "C"}, {"GIT_OPTIONAL_LOCKS", "0"}, {"GIT_TERMINAL_PROMPT", "0"}};
  if (!index.empty()) command.environment.emplace_back("GIT_INDEX_FILE", index);
  return command;
}

Error git_error(const std::vector<std::string>& arguments, const Finished& finished, const std::string& root) {
  if (finished.err.find("user.email") != std::string::npos)
    return missing("git does not know who commits here", root, "git config user.name NAME; git config user.email MAIL");
  Error error = failed("git " + arguments.front() + " failed", root);
  error.details = finished.timed_out ? "it did not end in time" : finished.err;
  return error;
}

std::string one_line(const std::string& text) {
  return std::string(trim(text));
}

}  // namespace

Result<GitRepository> GitRepository::find(const std::string& folder, FileSystem& files, ProcessRunner& processes) {
  if (!processes.find_program("git")) return missing("git is not installed", {}, "install git, or go without --commit");
  TRY(finished, processes.run(git_command(folder, {"rev-parse", "--show-toplevel"}, {})));
  if (finished.exit_code == 0) return GitRepository(one_line(finished.out), files, processes);
  Error error = bad_input("this is not in a working tree of git", folder, "`git init` there, or go without --commit");
  error.details = finished.err;
  return error;
}

Result<Finished> GitRepository::run(std::vector<std::string> arguments, const std::string& index) const {
  return processes_->run(git_command(root_, std::move(arguments), index));
}

Result<std::string> GitRepository::output(std::vector<std::string> arguments, const std::string& index) const {
  TRY(finished, run(arguments, index));
  if (finished.exit_code != 0) return git_error(arguments, finished, root_);
  return one_line(finished.out);
}

Result<std::string> GitRepository::tip(const std::string& reference) const {
  TRY(finished, run({"rev-parse", "--quiet", "--verify", reference + "^{commit}"}));
  return finished.exit_code == 0 ? one_line(finished.out) : std::string();
}

// Entries end with a zero byte; a renamed file is followed by its old name.
Result<std::vector<std::string>> GitRepository::changed_files(const std::vector<std::string>& among) const {
  std::vector<std::string> arguments = {"status", "--porcelain=v1", "-z", "--untracked-files=normal"};
  if (!among.empty()) arguments.emplace_back("--");
  for (const std::string& name : among) arguments.push_back(":(top,literal)" + name);
  TRY(finished, run(arguments));
  if (finished.exit_code != 0) return git_error({"status"}, finished, root_);
  std::vector<std::string> changed;
  bool is_old_name = false;
  for (const std::string_view entry : split(finished.out, '\0')) {
    if (!is_old_name && entry.size() > 3) changed.emplace_back(entry.substr(3));
    is_old_name = !is_old_name && (entry.starts_with('R') || entry.starts_with('C'));
  }
  return changed;
}

Result<bool> GitRepository::is_committed(const std::string& path) const {
  TRY(name, name_of_file(path));
  TRY(finished, run({"cat-file", "-e", "HEAD:" + name}));
  return finished.exit_code == 0;
}

Result<std::string> GitRepository::head() const {
  return tip("HEAD");
}

Result<bool> GitRepository::has_branch(const std::string& name) const {
  TRY(found, tip("refs/heads/" + name));
  return !found.empty();
}

Result<void> GitRepository::check_identity() const {
  TRY_VOID(output({"var", "GIT_AUTHOR_IDENT"}));
  TRY_VOID(output({"var", "GIT_COMMITTER_IDENT"}));
  return {};
}

// Rejects a branch that is checked out in any working tree: its files would no longer match it.
Result<void> GitRepository::check_branch(const std::string& branch) const {
  TRY(form, run({"check-ref-format", "--branch", branch}));
  if (form.exit_code != 0) return bad_input("`" + branch + "` is no name for a branch", root_);
  TRY(trees, run({"worktree", "list", "--porcelain"}));
  TRY(head, run({"symbolic-ref", "--quiet", "HEAD"}));
  const std::string reference = "refs/heads/" + branch;
  bool checked_out = one_line(head.out) == reference;
  for (const std::string_view line : split(trees.out, '\n')) checked_out |= line == "branch " + reference;
  if (!checked_out) return {};
  return bad_input("branch `" + branch + "` is checked out: committing to it would change its files", root_,
                   "check out another branch, or choose another name");
}

Result<std::string> GitRepository::name_of_file(const std::string& path) const {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path relative = whole.lexically_relative(fs::weakly_canonical(root_, error));
  if (!relative.empty() && *relative.begin() != ".." && relative != ".") return relative.generic_string();
  return bad_input("this file is not in the repository `" + root_ + "`", path);
}

// Builds a tree from the parent's files with the changed ones replaced, in a separate index. Content passes the filters
// that .gitattributes asks for, as with `git add`; an executable file stays executable.
Result<std::string> GitRepository::tree_with(const std::vector<BranchFile>& changed, const std::string& parent,
                                             const std::string& scratch) const {
  const std::string index = join_path(scratch, "index"), content = join_path(scratch, "content");
  if (!parent.empty()) TRY_VOID(output({"read-tree", parent}, index));
  for (const BranchFile& file : changed) {
    TRY(name, name_of_file(file.path));
    TRY_VOID(files_->write(content, file.content));
    TRY(blob, output({"hash-object", "-w", "--path=" + name, "--", content}));
    TRY(known, output({"ls-files", "--stage", "--", ":(top,literal)" + name}, index));
    const std::string mode = known.starts_with("100755") ? "100755" : "100644";
    TRY_VOID(output({"update-index", "--add", "--cacheinfo", mode + "," + blob + "," + name}, index));
  }
  return output({"write-tree"}, index);
}

Result<std::string> GitRepository::commit(const BranchCommit& commit) const {
  TRY_VOID(check_branch(commit.branch));
  const Scratch scratch;
  if (scratch.path().empty()) return failed("cannot make a temporary directory", fs::temp_directory_path().string());
  const std::string reference = "refs/heads/" + commit.branch, message = join_path(scratch.path(), "message");
  TRY(before, tip(reference));
  std::string parent = before.empty() ? commit.base : before;
  if (parent.empty()) {
    TRY(head, tip("HEAD"));
    parent = head;
  }
  TRY(tree, tree_with(commit.files, parent, scratch.path()));
  if (!before.empty()) {
    TRY(same, output({"rev-parse", before + "^{tree}"}));
    if (same == tree) return before;
  }
  TRY_VOID(files_->write(message, commit.message));
  std::vector<std::string> arguments = {"commit-tree", tree, "-F", message};
  if (!parent.empty()) arguments.insert(arguments.end(), {"-p", parent});
  TRY(made, output(arguments));
  TRY_VOID(output({"update-ref", "-m", "whet", reference, made, before}));  // fails if the branch has moved meanwhile
  return made;
}

}  // namespace whet
