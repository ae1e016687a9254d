// What tests share: fakes of the side effects, and a temporary directory.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "util/clock.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet::test {

// Files in memory, with a modification time that only `tick` moves.
class FakeFileSystem : public FileSystem {
 public:
  std::optional<FileInfo> info(const std::string& path) const override;
  Result<std::string> read(const std::string& path) const override;
  Result<void> write(const std::string& path, std::string_view content) override;
  Result<void> make_directories(const std::string&) override { return {}; }
  Result<void> remove(const std::string& path) override;
  void touch(const std::string& path) override;
  std::vector<std::string> list(const std::string& directory) const override;

  void tick(int64_t ns = 1) { now_ns_ += ns; }

 private:
  struct File {
    std::string content;
    int64_t modified_ns;
  };
  std::map<std::string, File> files_;
  int64_t now_ns_ = 1;
};

// Answers each program by name with a prepared function; anything else is not installed.
class FakeProcessRunner : public ProcessRunner {
 public:
  using Answer = std::function<Finished(const ProcessCommand&)>;
  void install(const std::string& program, Answer answer) { answers_[program] = std::move(answer); }
  Result<Finished> run(const ProcessCommand& command) override;
  std::optional<std::string> find_program(const std::string& name) const override;
  std::vector<ProcessCommand> started;

 private:
  std::map<std::string, Answer> answers_;
  std::mutex mutex_;  // of `started`: programs may be started by several threads
};

class ManualClock : public Clock {
 public:
  int64_t monotonic_ns() const override { return now_ns; }
  int64_t now_ns = 0;
};

// A directory of its own, removed at the end of the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  std::string path(const std::string& name = {}) const;

 private:
  std::string path_;
};

}  // namespace whet::test
