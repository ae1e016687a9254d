// The kernels of tests/lift/kernels, compiled for lifting.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "compile/toolkit/toolkit.h"
#include "lift/lifting_request.h"
#include "lift/meaning/meaning.h"
#include "ptx/reader/parser.h"
#include "source/kernel/kernels.h"
#include "support/source_folder.h"
#include "support/support.h"

namespace whet::lift::test {

inline std::vector<std::string> corpus() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(whet::test::source_folder() + "/tests/lift/kernels")) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class CorpusTest : public ::testing::TestWithParam<std::string> {
 protected:
  struct Lifted {
    Arena arena;
    std::vector<Parameter> parameters;
    Result<Meaning> meaning = Error{};
  };

  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
    const std::string path = whet::test::source_folder() + "/tests/lift/kernels/" + GetParam() + ".cu";
    source = files.read(path).value();
    ptx = compile(path, source);
  }

  std::string compile(const std::string& path, const std::string& text) {
    CompileRequest request;
    request.file = path;
    request.source = text;
    request.architectures = {{90, 'a'}};
    Compiler compiler({}, files, processes, clock);
    const auto builds = compiler.compile(lifting_request(request));
    if (!builds) ADD_FAILURE() << describe(builds.error()) << builds.error().details;
    return builds ? builds.value()[0].ptx : "";
  }

  static void lift(const std::string& ptx, const KernelSource& kernel, Lifted& lifted) {
    const auto module = ptx::parse(ptx, "corpus.ptx");
    lifted.parameters = read_parameters(kernel.parameters);
    lifted.meaning = find_meaning(module.value(), kernel.name, lifted.parameters, lifted.arena);
  }

  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
  std::string source, ptx;
};

}  // namespace whet::lift::test
