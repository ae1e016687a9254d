// Compiles CUDA sources for tests, where nvcc is installed.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/support.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet::test {

// Where the CUDA toolkit is: beside the nvcc of PATH, in CUDA_HOME, or in the usual place.
inline std::optional<std::string> cuda_directory() {
  if (const auto nvcc = SystemProcessRunner().find_program("nvcc")) return directory_of(directory_of(*nvcc));
  const char* home = std::getenv("CUDA_HOME");
  for (const char* directory : {home, "/usr/local/cuda"}) {
    if (directory && std::filesystem::exists(join_path(directory, "bin/nvcc"))) return directory;
  }
  return std::nullopt;
}

struct Compiled {
  std::string content;  // of the output file
  std::string log;      // what nvcc printed
};

// nvcc FLAGS kernel.cu -o OUTPUT, in a directory of its own. A failure fails the test and shows the messages.
inline Compiled compile_cuda(const std::string& source, const std::vector<std::string>& flags,
                             const std::string& output = "kernel.cubin") {
  const TemporaryDirectory directory;
  DiskFileSystem files;
  EXPECT_TRUE(files.write(directory.path("kernel.cu"), source).ok());
  ProcessCommand command{{join_path(cuda_directory().value_or(""), "bin/nvcc"), "kernel.cu", "-o", output},
                         directory.path(),
                         {},
                         std::chrono::minutes(2)};
  command.argv.insert(command.argv.end(), flags.begin(), flags.end());
  const auto finished = SystemProcessRunner().run(command);
  if (!finished || finished->exit_code != 0) {
    ADD_FAILURE() << "nvcc: " << (finished ? finished->out + finished->err : describe(finished.error()));
    return {};
  }
  const auto content = files.read(directory.path(output));
  EXPECT_TRUE(content.ok());
  return {content ? *content : std::string(), finished->out + finished->err};
}

inline std::string compile_cubin(const std::string& source, const std::string& arch,
                                 std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"-cubin", "-arch=" + arch});
  return compile_cuda(source, flags).content;
}

}  // namespace whet::test

#define REQUIRE_NVCC() \
  if (!whet::test::cuda_directory()) GTEST_SKIP() << "nvcc is not installed"
