// A call of a candidate is written down, made by another process, and what its watcher says is read.
#include "judge/sanitizer/compute_sanitizer.h"

#include <algorithm>

#include "judge/sanitizer/sanitized_run.h"
#include "judge_fixture.h"
#include "problem/build.h"
#include "support/support.h"

namespace whet {
namespace compute_sanitizer_test {

class ComputeSanitizerTest : public test::JudgeTest {
 protected:
  // The call of a source for the problem scale_add, in the directory. The source is in no file, as a written one.
  Result<void> write_run(const std::string& body) {
    const auto candidate = with_candidate(
        load("scale_add"), "candidate 7",
        "__global__ void k(const float* a, const float* b, float* out, int n, float factor) {\n  int i = blockIdx.x * "
        "blockDim.x + threadIdx.x;\n" +
            body + "}\n");
    EXPECT_TRUE(candidate) << describe(candidate.error());
    const ResolvedCase resolved = resolve(*candidate);
    const auto builds = compiler_.compile(compile_request(*candidate, resolved, {device_->facts().architecture}));
    EXPECT_TRUE(builds) << describe(builds.error());
    const auto made = make_trials(resolved, {.secret = 5, .effort = Effort::quick}, files_);
    return write_sanitized_run(*candidate, resolved, made->front().inputs, builds->front(), directory_.path(), files_);
  }

  std::string outcome_of(const std::string& body) {
    const auto written = write_run(body);
    EXPECT_TRUE(written) << describe(written.error());
    VirtualOptions options;
    options.threads = 1;
    options.checks = {true, true, true, true};
    options.track_initialised = true;
    auto watching = VirtualDevice::open("h200", options, knowledge_);
    EXPECT_TRUE(watching);
    const auto made = make_sanitized_run(directory_.path(), **watching, files_);
    return made ? "clean" : made.error().what;
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ComputeSanitizerTest, ACallIsMadeFromWhatWasWritten) {
  EXPECT_EQ(outcome_of("if (i < n) out[i] = a[i] * factor + b[i];\n"), "clean");
  EXPECT_NE(outcome_of("if (i <= n) out[i] = a[i] * factor + b[i];\n").find("out of bounds"), std::string::npos);
  EXPECT_NE(outcome_of("if (i < n) out[i] += a[i] * factor + b[i];\n"), "clean");
}

TEST_F(ComputeSanitizerTest, ADamagedBuildIsNotRun) {
  ASSERT_TRUE(write_run("if (i < n) out[i] = a[i] * factor + b[i];\n"));
  ASSERT_TRUE(files_.write(directory_.path("build"), "nothing"));
  EXPECT_FALSE(make_sanitized_run(directory_.path(), *device_, files_));
}

// A tool that writes a log and ends as told.
class FakeTool : public test::FakeProcessRunner {
 public:
  FakeTool(DiskFileSystem& files, std::string log, int exit_code) {
    const auto answer = [&files, log, exit_code](const ProcessCommand& command) {
      const auto name = std::find(command.argv.begin(), command.argv.end(), "--log-file");
      if (!log.empty() && name != command.argv.end()) (void)files.write(*(name + 1), log);
      return Finished{exit_code, false, "========= ERROR SUMMARY: 0 errors\n", ""};
    };
    install("compute-sanitizer", answer);
    install("/usr/bin/compute-sanitizer", answer);
  }
};

class WatchTest : public ComputeSanitizerTest {
 protected:
  Result<std::vector<SanitizerFinding>> watch(const std::string& log, int exit_code) {
    FakeTool tool(files_, log, exit_code);
    auto sanitizer = ComputeSanitizer::find("cuda:0", "whet", files_, tool);
    if (!sanitizer) return sanitizer.error();
    const Problem problem = load("scale_add");
    const auto made = trials(problem, Effort::quick);
    auto findings = sanitizer->watch(problem, *made[0].resolved, made[0].inputs, Build{});
    started_ = tool.started.size();
    return findings;
  }
  size_t started_ = 0;
};

TEST_F(WatchTest, EveryToolIsRunAndItsFindingsCount) {
  const auto findings = watch(
      "========= Invalid __global__ read of size 4 bytes\n=========     at k in a.cu:3\n========= ERROR SUMMARY: 1 "
      "error\n",
      86);
  ASSERT_TRUE(findings) << describe(findings.error());
  EXPECT_EQ(started_, 4u);
  ASSERT_EQ(findings->size(), 4u);
  EXPECT_EQ(findings->front().place, "a.cu:3");
  EXPECT_TRUE(watch("========= ERROR SUMMARY: 0 errors\n", 0)->empty());
}

TEST_F(WatchTest, WordsNobodyKnowsAreNoCleanBill) {
  const auto findings = watch("========= Something new\n========= ERROR SUMMARY: 1 error\n", 86);
  ASSERT_TRUE(findings);
  EXPECT_EQ(findings->front().what, "compute-sanitizer memcheck reports errors");
}

TEST_F(WatchTest, ARunThatFailsIsNoCleanBillEither) {
  const auto failed = watch("", 3);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().what, "compute-sanitizer memcheck fails with 3: ");
  EXPECT_FALSE(watch("========= COMPUTE-SANITIZER\n", 0));
}

TEST_F(WatchTest, WithoutTheToolTheMendIsNamed) {
  test::FakeProcessRunner none;
  const auto sanitizer = ComputeSanitizer::find("cuda:0", "whet", files_, none);
  ASSERT_FALSE(sanitizer);
  EXPECT_EQ(sanitizer.error().kind, ErrorKind::missing);
  EXPECT_NE(sanitizer.error().mend.find("cuda-sanitizer"), std::string::npos);
}

}  // namespace compute_sanitizer_test
}  // namespace whet
