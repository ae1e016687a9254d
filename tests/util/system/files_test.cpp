#include "util/system/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "support/support.h"

namespace whet {
namespace files_test {

using test::TemporaryDirectory;

TEST(Files, WhatIsWrittenIsRead) {
  const TemporaryDirectory directory;
  DiskFileSystem files;
  const std::string content("line\n\0binary", 12);
  ASSERT_TRUE(files.write(directory.path("a"), content).ok());
  EXPECT_EQ(*files.read(directory.path("a")), content);
  EXPECT_EQ(files.info(directory.path("a"))->bytes, 12u);
}

TEST(Files, WritingReplacesAndLeavesNoTemporaryFile) {
  const TemporaryDirectory directory;
  DiskFileSystem files;
  ASSERT_TRUE(files.write(directory.path("a"), "first, and longer").ok());
  ASSERT_TRUE(files.write(directory.path("a"), "second").ok());
  EXPECT_EQ(*files.read(directory.path("a")), "second");
  EXPECT_EQ(files.list(directory.path()), std::vector<std::string>{"a"});
}

// Threads share a process id, so this also tries the uniqueness of temporary names.
TEST(Files, ReadersNeverSeeAHalfWrittenFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("shared");
  constexpr size_t k_size = 200'000;
  ASSERT_TRUE(DiskFileSystem().write(path, std::string(k_size, 'a')).ok());
  std::atomic<bool> stop = false;
  std::vector<std::thread> writers;
  for (const char letter : {'a', 'b', 'c'}) {
    writers.emplace_back([&, letter] {
      while (!stop) ASSERT_TRUE(DiskFileSystem().write(path, std::string(k_size, letter)).ok());
    });
  }
  for (int i = 0; i < 200; ++i) {
    const auto content = DiskFileSystem().read(path);
    EXPECT_TRUE(content.ok() && content->size() == k_size &&
                content->find_first_not_of((*content)[0]) == std::string::npos);
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(DiskFileSystem().list(directory.path()), std::vector<std::string>{"shared"});
}

TEST(Files, AMissingFileIsAnErrorThatNamesIt) {
  const auto content = DiskFileSystem().read("/nowhere/at/all.cu");
  ASSERT_FALSE(content.ok());
  EXPECT_EQ(content.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(content.error().what, "there is no file `/nowhere/at/all.cu`");
}

TEST(Files, ADirectoryIsNotReadAsAFile) {
  const TemporaryDirectory directory;
  EXPECT_EQ(DiskFileSystem().read(directory.path()).error().what, "`" + directory.path() + "` is a directory");
}

TEST(Files, WritingWhereThereIsNoDirectoryFailsWithTheReason) {
  const auto written = DiskFileSystem().write("/nowhere/at/all", "x");
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().what.find("No such file or directory"), std::string::npos);
}

TEST(Files, FilesWithoutASizeAreReadWhole) {
  const auto status = DiskFileSystem().read("/proc/self/status");
  ASSERT_TRUE(status.ok());
  EXPECT_NE(status->find("Pid:"), std::string::npos);
}

TEST(Files, TouchMovesTheModificationTime) {
  const TemporaryDirectory directory;
  DiskFileSystem files;
  ASSERT_TRUE(files.write(directory.path("a"), "x").ok());
  const timespec old[2] = {{1000, 0}, {1000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, directory.path("a").c_str(), old, 0), 0);
  EXPECT_EQ(files.info(directory.path("a"))->modified_ns, 1000'000'000'000);
  files.touch(directory.path("a"));
  EXPECT_GT(files.info(directory.path("a"))->modified_ns, 1'600'000'000'000'000'000);
}

TEST(Files, RemoveTakesAWholeTree) {
  const TemporaryDirectory directory;
  DiskFileSystem files;
  ASSERT_TRUE(files.make_directories(directory.path("a/b/c")).ok());
  ASSERT_TRUE(files.write(directory.path("a/b/c/d"), "x").ok());
  ASSERT_TRUE(files.remove(directory.path("a")).ok());
  EXPECT_FALSE(files.info(directory.path("a")));
  EXPECT_TRUE(files.remove(directory.path("never")).ok());
}

TEST(Files, ListsADirectorySortedAndNothingForNone) {
  const TemporaryDirectory directory;
  DiskFileSystem files;
  for (const char* name : {"c", "a", "b"}) ASSERT_TRUE(files.write(directory.path(name), "").ok());
  EXPECT_EQ(files.list(directory.path()), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(files.list("/nowhere").empty());
}

TEST(Files, PathsAreJoinedAndTakenApart) {
  EXPECT_EQ(join_path("a/b", "c"), "a/b/c");
  EXPECT_EQ(join_path("a/", "c"), "a/c");
  EXPECT_EQ(join_path("a", "/c"), "/c");
  EXPECT_EQ(join_path("", "c"), "c");
  EXPECT_EQ(directory_of("a/b/c.cu"), "a/b");
  EXPECT_EQ(directory_of("c.cu"), ".");
  EXPECT_EQ(directory_of("/c"), "/");
  EXPECT_EQ(extension_of("a.b/c.cu"), ".cu");
  EXPECT_EQ(extension_of("a.b/c"), "");
  EXPECT_EQ(extension_of(".hidden"), "");
}

}  // namespace files_test
}  // namespace whet
