// A command-line test as text: what is run, and what must come of it.
//
//   NAME   inspect lists the kernels when several are there and none is chosen
//   RUN    whet inspect cases/two_kernels.cu
//   EXIT   3
//   EXPECT error: cases/two_kernels.cu holds 2 kernels
//
// A case begins at NAME and ends at the next one. Lines that begin with # are comments.
//   NAME, RUN, EXIT   needed, once each; RUN goes through sh with whet on PATH
//   EXPECT, EXPECT_OUT, EXPECT_ERR, EXPECT_NOT   text within stdout or stderr, or in neither
//   EXPECT_REGEX      a line of either holds a match
//   EXPECT_JSON       stdout as JSON: `gpus[0].name == NVIDIA H200`, or a path alone when it must exist
//   REQUIRES          nvcc, nvrtc, gpu, numpy, git or tmpfs, or !gpu and so on: otherwise the case is skipped
//   FILE name         the lines up to END make a file of the case's directory
//   TIMEOUT 20        seconds
//   WRITES none       nothing in the directory changes but the cache
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/result.h"

namespace whet::test {

struct Expectation {
  enum class Kind { either, out, err, neither, regex, json };
  Kind kind = Kind::either;
  std::string text;
  int line = 0;
};

struct Case {
  std::string name;
  std::string command;
  int exit_code = -1;
  std::vector<Expectation> expectations;
  std::vector<std::string> requirements;                   // "nvcc", "!gpu"
  std::vector<std::pair<std::string, std::string>> files;  // name and content
  int timeout_s = 20;
  bool writes_nothing = false;
  int line = 0;  // of NAME
};

// Every case of a file. A misspelt word, a case that could not fail or a file without cases is an error.
Result<std::vector<Case>> parse_cases(std::string_view text, const std::string& file);

}  // namespace whet::test
