// Git as whet uses it: files are committed on a separate branch. Nothing else of the user's repository changes: neither
// the working tree, nor the index, nor the branch that is checked out.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct BranchFile {
  std::string path;  // absolute or relative to the current directory; it need not exist
  std::string content;
};

struct BranchCommit {
  std::string branch;  // "whet/softmax"; a new branch begins at `base`
  std::string message;
  std::vector<BranchFile> files;
  std::string base = {};  // a commit; empty: HEAD
};

class GitRepository {
 public:
  // Finds the repository that contains a folder. It is an error when there is none, or when git is not installed.
  static Result<GitRepository> find(const std::string& folder, FileSystem& files, ProcessRunner& processes);

  const std::string& root() const { return root_; }

  // Files that differ from HEAD or are not tracked, under git's names; empty when the working tree is clean. With
  // `among` only these names are looked at, which is quick in a large repository.
  Result<std::vector<std::string>> changed_files(const std::vector<std::string>& among = {}) const;
  // Whether a file is part of HEAD.
  Result<bool> is_committed(const std::string& path) const;
  // The name that git has for a file; a file outside the working tree is an error.
  Result<std::string> name_of_file(const std::string& path) const;
  Result<std::string> head() const;  // the commit's id; "" before the first
  Result<bool> has_branch(const std::string& name) const;
  // Fails when git has no name and address for the author of commits.
  Result<void> check_identity() const;

  // Returns the id of the commit, or of the branch's last commit where that has this content already. It is an error
  // when the branch is checked out somewhere, or when somebody else moves it at the same time.
  Result<std::string> commit(const BranchCommit& commit) const;

 private:
  GitRepository(std::string root, FileSystem& files, ProcessRunner& processes)
      : root_(std::move(root)), files_(&files), processes_(&processes) {}

  Result<Finished> run(std::vector<std::string> arguments, const std::string& index = {}) const;
  Result<std::string> output(std::vector<std::string> arguments, const std::string& index = {}) const;
  Result<std::string> tip(const std::string& reference) const;  // "" when it does not exist
  Result<void> check_branch(const std::string& branch) const;
  Result<std::string> tree_with(const std::vector<BranchFile>& changed, const std::string& parent,
                                const std::string& scratch) const;

  std::string root_;
  FileSystem* files_;
  ProcessRunner* processes_;
};

}  // namespace whet
