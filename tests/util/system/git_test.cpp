// Commits on a branch of their own; the repositories are real ones.
#include "util/system/git.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/support.h"

namespace whet {

class Git : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!processes.find_program("git")) GTEST_SKIP() << "no git";
    git({"init", "-q", "-b", "main"});
    git({"config", "user.name", "A Person"});
    git({"config", "user.email", "person@example.org"});
    write("kernel.cu", "original\n");
    write("other.txt", "other\n");
    git({"add", "."});
    git({"commit", "-q", "-m", "begin"});
  }

  std::string path(const std::string& name) const { return directory.path(name); }
  void write(const std::string& name, const std::string& content) {
    std::filesystem::create_directories(directory_of(path(name)));
    ASSERT_TRUE(files.write(path(name), content));
  }
  std::string git(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "git");
    const auto finished = processes.run({.argv = arguments, .directory = directory.path()});
    return finished && finished->exit_code == 0 ? finished->out : "failed: " + (finished ? finished->err : "");
  }
  GitRepository repository() {
    auto found = GitRepository::find(directory.path(), files, processes);
    if (!found) throw std::runtime_error(describe(found.error()));
    return std::move(found).value();
  }
  BranchCommit improved(const std::string& content) {
    return {"whet/kernel", "kernel: 1.50x\n\nmeasured on an H200\n", {{path("kernel.cu"), content}}};
  }
  // Everything a user could see of the repository, the new branch aside.
  std::string seen() {
    return git({"status", "--porcelain=v2", "--branch"}) + git({"rev-parse", "HEAD"}) + git({"diff"}) +
           git({"diff", "--cached"}) + git({"stash", "list"}) + *files.read(path(".git/index"));
  }

  test::TemporaryDirectory directory;
  DiskFileSystem files;
  SystemProcessRunner processes;
};

TEST_F(Git, AFileIsCommittedOnItsBranchAndNothingElseMoves) {
  const std::string before = seen();
  const auto commit = repository().commit(improved("better\n"));
  ASSERT_TRUE(commit) << describe(commit.error());
  EXPECT_EQ(git({"rev-parse", "whet/kernel"}), *commit + "\n");
  EXPECT_EQ(git({"show", "whet/kernel:kernel.cu"}), "better\n");
  EXPECT_EQ(git({"show", "whet/kernel:other.txt"}), "other\n");
  EXPECT_EQ(git({"log", "-1", "--format=%B", "whet/kernel"}), "kernel: 1.50x\n\nmeasured on an H200\n\n");
  EXPECT_EQ(git({"log", "-1", "--format=%an", "whet/kernel"}), "A Person\n");
  EXPECT_EQ(git({"rev-parse", "whet/kernel~1"}), git({"rev-parse", "main"}));
  EXPECT_EQ(*files.read(path("kernel.cu")), "original\n");
  EXPECT_EQ(seen(), before);
}

TEST_F(Git, FurtherCommitsGoOnTopAndTheSameContentMakesNone) {
  const auto first = repository().commit(improved("better\n"));
  const auto second = repository().commit(improved("best\n"));
  const auto again = repository().commit(improved("best\n"));
  ASSERT_TRUE(first && second && again);
  EXPECT_EQ(git({"rev-parse", "whet/kernel~1"}), *first + "\n");
  EXPECT_EQ(*again, *second);
}

TEST_F(Git, ADirtyRepositoryIsToldAndLeftAsItIs) {
  EXPECT_TRUE(repository().changed_files()->empty());
  write("kernel.cu", "staged\n");
  git({"add", "kernel.cu"});
  write("kernel.cu", "being edited\n");
  git({"mv", "other.txt", "another name.txt"});
  write("new ü.txt", "untracked\n");
  const std::string before = seen();
  const auto changed = repository().changed_files();
  ASSERT_TRUE(changed);
  EXPECT_EQ(*changed, (std::vector<std::string>{"another name.txt", "kernel.cu", "new ü.txt"}))
      << git({"status", "--porcelain=v1"});
  EXPECT_EQ(*repository().changed_files({"kernel.cu", "*.txt"}), std::vector<std::string>{"kernel.cu"});
  ASSERT_TRUE(repository().commit(improved("better\n")));
  EXPECT_EQ(git({"show", "whet/kernel:other.txt"}), "other\n") << "what is staged is not committed";
  EXPECT_EQ(seen(), before);
}

TEST_F(Git, NewFilesInNewFoldersAndOddNamesAreCommitted) {
  const BranchCommit commit{"whet/x", "m", {{path("a b/ü, \"quoted\".h"), "1\n"}, {path("*.cu"), "2\n"}}};
  const auto made = repository().commit(commit);
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(git({"show", "whet/x:a b/ü, \"quoted\".h"}), "1\n");
  EXPECT_EQ(git({"show", "whet/x:*.cu"}), "2\n");
  EXPECT_EQ(git({"show", "whet/x:kernel.cu"}), "original\n");
}

TEST_F(Git, AnExecutableStaysOne) {
  std::filesystem::permissions(path("other.txt"), std::filesystem::perms::owner_all);
  git({"commit", "-q", "-a", "-m", "executable"});
  ASSERT_TRUE(repository().commit({"whet/x", "m", {{path("other.txt"), "new\n"}}}));
  EXPECT_TRUE(git({"ls-tree", "whet/x", "other.txt"}).starts_with("100755"));
}

TEST_F(Git, ABranchThatIsCheckedOutIsRefused) {
  git({"checkout", "-q", "-b", "whet/kernel"});
  const auto here = repository().commit(improved("better\n"));
  ASSERT_FALSE(here);
  EXPECT_NE(here.error().what.find("is checked out"), std::string::npos);
  git({"checkout", "-q", "main"});
  git({"worktree", "add", "-q", path("elsewhere"), "whet/kernel"});
  EXPECT_FALSE(repository().commit(improved("better\n"))) << "in another working tree";
}

TEST_F(Git, ARepositoryWithoutCommitsGetsItsFirst) {
  const test::TemporaryDirectory empty;
  (void)processes.run({.argv = {"git", "init", "-q", empty.path()}});
  for (const char* setting : {"user.name", "user.email"})
    (void)processes.run({.argv = {"git", "-C", empty.path(), "config", setting, "x"}});
  const auto found = GitRepository::find(empty.path(), files, processes);
  ASSERT_TRUE(found);
  const auto made = found->commit({"whet/k", "m", {{empty.path("k.cu"), "1\n"}}});
  EXPECT_TRUE(made) << describe(made.error());
}

TEST_F(Git, ABranchMayBeginElsewhereThanAtHead) {
  const std::string base = *repository().head();
  write("other.txt", "later\n");
  git({"commit", "-q", "-a", "-m", "later"});
  BranchCommit commit = improved("better\n");
  commit.base = base;
  ASSERT_TRUE(repository().commit(commit));
  EXPECT_EQ(git({"rev-parse", "whet/kernel~1"}), base + "\n");
  EXPECT_EQ(git({"show", "whet/kernel:other.txt"}), "other\n");
}

TEST_F(Git, SaysWhatIsCommittedAndWhichBranchesAreThere) {
  write("untracked.cu", "new\n");
  EXPECT_TRUE(*repository().is_committed(path("kernel.cu")));
  EXPECT_FALSE(*repository().is_committed(path("untracked.cu")));
  EXPECT_FALSE(repository().is_committed("/etc/passwd"));
  git({"branch", "whet/kernel"});
  EXPECT_TRUE(*repository().has_branch("whet/kernel"));
  EXPECT_FALSE(*repository().has_branch("whet")) << "what is below a name is not that branch";
}

TEST_F(Git, NobodyToCommitAsIsMissing) {
  EXPECT_TRUE(repository().check_identity());
  git({"config", "--unset", "user.email"});
  git({"config", "user.useConfigOnly", "true"});
  ::setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
  const auto checked = repository().check_identity();
  ::unsetenv("GIT_CONFIG_GLOBAL");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, ErrorKind::missing);
  EXPECT_NE(checked.error().mend.find("git config user.email"), std::string::npos);
}

TEST_F(Git, WhatCannotBeDoneIsSaid) {
  EXPECT_FALSE(repository().commit({"bad..name", "m", {}}));
  EXPECT_FALSE(repository().commit({"-x", "m", {}}));
  const auto outside = repository().commit({"whet/x", "m", {{"/etc/passwd", "1"}}});
  ASSERT_FALSE(outside);
  EXPECT_NE(outside.error().what.find("not in the repository"), std::string::npos);
  const test::TemporaryDirectory plain;
  const auto none = GitRepository::find(plain.path(), files, processes);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::bad_input);
  test::FakeProcessRunner nothing;
  EXPECT_EQ(GitRepository::find(plain.path(), files, nothing).error().kind, ErrorKind::missing);
}

}  // namespace whet
