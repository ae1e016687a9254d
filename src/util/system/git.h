// Git as whet uses it: files are committed on a branch of their own, and nothing else of the user's repository is
// touched: not the working tree, not the index, not the branch that is checked out.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct BranchFile {
  std::string path;  // absolute, or from the current directory; it need not exist
  std::string content;
};

struct BranchCommit {
  std::string branch;  // "whet/softmax"; where there is none of that name it begins at `base`
  std::string message;
  std::vector<BranchFile> files;
  std::string base = {};  // a commit; empty: HEAD
};

class GitRepository {
 public:
  // The repository a folder is in. That there is none, or no git, is an error.
  static Result<GitRepository> find(const std::string& folder, FileSystem& files, ProcessRunner& processes);

  const std::string& root() const { return root_; }

  // Files that differ from HEAD or are not tracked, as git names them; empty: the working tree is clean. `among`: of
  // these names alone, which is quick in a large repository.
  Result<std::vector<std::string>> changed_files(const std::vector<std::string>& among = {}) const;
  // Whether a file is part of HEAD.
  Result<bool> is_committed(const std::string& path) const;
  // How git names a file; one outside the working tree is an error.
  Result<std::string> name_of_file(const std::string& path) const;
  Result<std::string> head() const;  // the commit's id; "" before the first
  Result<bool> has_branch(const std::string& name) const;
  // That git knows whose commits they are.
  Result<void> check_identity() const;

  // The id of the commit. Where the branch has this content already, that is its last one. Refused where the branch is
  // checked out somewhere, and where somebody else moves it at the same time.
  Result<std::string> commit(const BranchCommit& commit) const;

 private:
  GitRepository(std::string root, FileSystem& files, ProcessRunner& processes)
      : root_(std::move(root)), files_(&files), processes_(&processes) {}

  Result<Finished> run(std::vector<std::string> arguments, const std::string& index = {}) const;
  Result<std::string> output(std::vector<std::string> arguments, const std::string& index = {}) const;
  Result<std::string> tip(const std::string& reference) const;  // "" when there is none
  Result<void> check_branch(const std::string& branch) const;
  Result<std::string> tree_with(const std::vector<BranchFile>& changed, const std::string& parent,
                                const std::string& scratch) const;

  std::string root_;
  FileSystem* files_;
  ProcessRunner* processes_;
};

}  // namespace whet
