// A small problem on the virtual GPU, for tests of the judge.
#pragma once

#include <gtest/gtest.h>

#include "compile/toolkit/toolkit.h"
#include "device/virtual/virtual_device.h"
#include "judge/check/check.h"
#include "problem/signature/candidate.h"
#include "support/source_folder.h"
#include "util/clock.h"

namespace whet::test {

inline const std::string k_adversarial = test::source_folder() + "/tests/adversarial/problems/";

class JudgeTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files_, processes_);
    if (!toolkit || toolkit->nvcc.empty()) GTEST_SKIP() << "there is no CUDA compiler here";
    auto opened = VirtualDevice::open("h200", {.threads = 1}, knowledge_);
    ASSERT_TRUE(opened) << describe(opened.error());
    device_ = std::move(*opened);
  }

  Problem load(const std::string& name) {
    auto problem = load_problem(k_adversarial + name, files_);
    EXPECT_TRUE(problem) << describe(problem.error());
    return *problem;
  }

  std::unique_ptr<Oracle> oracle(const Problem& problem) {
    auto made = make_oracle(problem, {cache_, files_, processes_, compiler_, *device_});
    EXPECT_TRUE(made) << (made ? "" : describe(made.error()));
    return made ? std::move(*made) : nullptr;
  }

  ResolvedCase resolve(const Problem& problem, size_t index = 0) {
    auto resolved = resolve_case(problem, problem.cases[index]);
    EXPECT_TRUE(resolved) << describe(resolved.error());
    return *resolved;
  }

  std::vector<Trial> trials(const Problem& problem, Effort effort = Effort::full) {
    auto made = make_trials(resolve(problem), {.secret = 5, .effort = effort}, files_);
    EXPECT_TRUE(made) << describe(made.error());
    return *made;
  }

  // Of the first array.
  static DataRange range_of(const Trial& trial) { return ranges_of(trial, host_math()).value().front(); }

  const std::string cache_ = testing::TempDir() + "whet_judge_cache";
  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{.cache_directory = cache_}, files_, processes_, clock_};
  std::unique_ptr<VirtualDevice> device_;
};

}  // namespace whet::test
