// Running other programs, as an interface, so that tests can use a fake one.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

struct ProcessCommand {
  std::vector<std::string> argv;                                 // argv[0] is looked up in PATH
  std::string directory;                                         // empty: the current one
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::chrono::milliseconds timeout{60'000};
  // For a program that runs confined: everything it reads besides the system's files, and the one directory it writes
  // to.
  std::vector<std::string> readable = {};
  std::string writable = {};
  uint64_t output_bytes = 64ull << 20;  // limit on what it prints; above it the whole process group is killed
};

struct Finished {
  int exit_code = 0;       // 128 + signal when killed by one
  bool timed_out = false;  // then the whole process group was killed
  std::string out;
  std::string err;
  bool too_much_output = false;  // it was killed for that; `err` says so
};

class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;
  // Runs to the end with an empty stdin. An error means it could not be started at all.
  virtual Result<Finished> run(const ProcessCommand& command) = 0;
  // Where PATH finds the program, or nothing.
  virtual std::optional<std::string> find_program(const std::string& name) const = 0;
};

class SystemProcessRunner : public ProcessRunner {
 public:
  Result<Finished> run(const ProcessCommand& command) override;
  std::optional<std::string> find_program(const std::string& name) const override;
};

}  // namespace whet
