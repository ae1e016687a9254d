// The runner is tested with a script in the place of whet: above all, that a case that must fail does fail.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runner/expectation.h"
#include "runner/run_case.h"
#include "support/support.h"

namespace whet::test {
namespace case_test {

// Stands in for whet: says "out" and "err", prints JSON, writes a file, hangs or ends as its first argument wants.
constexpr const char* k_script = R"(#!/bin/sh
case "$1" in
  talk) echo "out line"; echo "err line" >&2; exit "${2:-0}" ;;
  json) echo '{"a": {"b": [{"c": 3}, "text"]}, "flag": true, "none": null, "real": 0.5}' ;;
  write) echo x > written.txt ;;
  cache) mkdir -p "$WHET_CACHE"; echo x > "$WHET_CACHE/entry" ;;
  change) echo y >> cases/fixture.txt ;;
  hang) sleep 60 ;;
  environment) env ;;
  show) cat "$2" ;;
esac
)";

class Runner : public testing::Test {
 protected:
  void SetUp() override {
    DiskFileSystem files;
    ASSERT_TRUE(files.make_directories(directory_.path("bin")).ok());
    ASSERT_TRUE(files.make_directories(directory_.path("fixtures")).ok());
    ASSERT_TRUE(files.write(directory_.path("fixtures/fixture.txt"), "fixture\n").ok());
    ASSERT_TRUE(files.write(directory_.path("bin/whet"), k_script).ok());
    ASSERT_EQ(::chmod(directory_.path("bin/whet").c_str(), 0755), 0);
  }

  Outcome run(const std::string& text) {
    const auto cases = parse_cases(text, "x.case");
    EXPECT_TRUE(cases.ok()) << (cases ? "" : describe(cases.error()));
    const Stage stage{directory_.path("bin/whet"), directory_.path("fixtures"),
                      [](const std::string& name) { return name == "nvcc"; }};
    return cases ? run_case(cases->front(), stage) : Outcome{};
  }

  void expect_pass(const std::string& rest) {
    const Outcome outcome = run("NAME n\n" + rest);
    EXPECT_EQ(outcome.verdict, Verdict::passed) << rest << "\n" << outcome.message;
  }

  void expect_failure(const std::string& rest, const std::string& reason) {
    const Outcome outcome = run("NAME n\n" + rest);
    EXPECT_EQ(outcome.verdict, Verdict::failed) << rest;
    EXPECT_TRUE(outcome.message.starts_with(reason)) << outcome.message;
  }

  TemporaryDirectory directory_;
};

TEST_F(Runner, TheExitCodeIsHeldAgainstTheExpectedOne) {
  expect_pass("RUN whet talk 4\nEXIT 4\n");
  expect_failure("RUN whet talk 4\nEXIT 0\n", "it ended with 4, not 0");
  expect_failure("RUN whet talk 0\nEXIT 1\n", "it ended with 0, not 1");
}

TEST_F(Runner, TextIsLookedForInEitherOutput) {
  expect_pass("RUN whet talk\nEXIT 0\nEXPECT out line\nEXPECT err line\n");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT other line\n", "neither output holds: other line (line 4)");
}

TEST_F(Runner, TextIsLookedForInOneOutput) {
  expect_pass("RUN whet talk\nEXIT 0\nEXPECT_OUT out\nEXPECT_ERR err\n");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT_OUT err\n", "stdout does not hold: err");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT_ERR out\n", "stderr does not hold: out");
}

TEST_F(Runner, TextThatMustNotBeThereFailsTheCase) {
  expect_pass("RUN whet talk\nEXIT 0\nEXPECT_NOT other\n");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT_NOT out\n", "an output holds: out");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT_NOT err\n", "an output holds: err");
}

TEST_F(Runner, RegularExpressionsMatchWithinALine) {
  expect_pass("RUN whet talk\nEXIT 0\nEXPECT_REGEX ^o.t l\\w+$\n");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT_REGEX ^line\n", "no line of either output matches: ^line");
}

TEST_F(Runner, JsonIsComparedByPath) {
  expect_pass(
      "RUN whet json\nEXIT 0\nEXPECT_JSON a.b[0].c == 3\nEXPECT_JSON a.b[1] == text\nEXPECT_JSON flag == true\n"
      "EXPECT_JSON none\nEXPECT_JSON real == 0.5\n");
  expect_failure("RUN whet json\nEXIT 0\nEXPECT_JSON a.b[0].c == 4\n", "`a.b[0].c` is 3, not 4");
  expect_failure("RUN whet json\nEXIT 0\nEXPECT_JSON a.b[1] == tex\n", "`a.b[1]` is \"text\", not tex");
  expect_failure("RUN whet json\nEXIT 0\nEXPECT_JSON a.b[2]\n", "stdout has no `a.b[2]`");
  expect_failure("RUN whet json\nEXIT 0\nEXPECT_JSON a.x.c\n", "stdout has no `a.x.c`");
  expect_failure("RUN whet json\nEXIT 0\nEXPECT_JSON real == 0.5x\n", "`real` is 0.5, not 0.5x");
  expect_failure("RUN whet talk\nEXIT 0\nEXPECT_JSON a\n", "stdout is not JSON");
}

TEST_F(Runner, WritingIsSeenUnlessItIsTheCache) {
  expect_pass("RUN whet cache\nEXIT 0\nWRITES none\n");
  expect_pass("RUN whet write\nEXIT 0\n");
  expect_failure("RUN whet write\nEXIT 0\nWRITES none\n", "it was to write nothing, and wrote written.txt");
  expect_failure("RUN whet change\nEXIT 0\nWRITES none\n", "it was to write nothing, and changed cases/fixture.txt");
  expect_failure("RUN rm cases/fixture.txt\nEXIT 0\nWRITES none\n",
                 "it was to write nothing, and removed cases/fixture.txt");
}

TEST_F(Runner, EachCaseHasItsOwnCopyOfTheFixtures) {
  expect_pass("RUN whet change\nEXIT 0\n");
  expect_pass("RUN whet show cases/fixture.txt\nEXIT 0\nEXPECT fixture\nEXPECT_NOT y\n");
}

TEST_F(Runner, FilesOfTheCaseAreThere) {
  expect_pass(
      "FILE sub/a.txt\nfirst line\n\n  third line\nEND\nRUN whet show sub/a.txt\nEXIT 0\nEXPECT_REGEX ^  third "
      "line$\n");
}

TEST_F(Runner, ATimeoutFailsTheCase) {
  expect_failure("RUN whet hang\nEXIT 0\nTIMEOUT 1\n", "it did not end within 1 s");
}

TEST_F(Runner, TheEnvironmentIsPlain) {
  ::setenv("WHET_KNOWLEDGE", "/somewhere", 1);
  expect_pass("RUN whet environment\nEXIT 0\nEXPECT WHET_CACHE=\nEXPECT_NOT WHET_KNOWLEDGE\n");
  ::unsetenv("WHET_KNOWLEDGE");
}

TEST_F(Runner, WhatIsRequiredAndNotThereSkipsWithTheReason) {
  EXPECT_EQ(run("NAME n\nREQUIRES gpu\nRUN whet talk\nEXIT 9\n").verdict, Verdict::skipped);
  EXPECT_EQ(run("NAME n\nREQUIRES gpu\nRUN whet talk\nEXIT 9\n").message, "there is no gpu");
  EXPECT_EQ(run("NAME n\nREQUIRES !nvcc\nRUN whet talk\nEXIT 9\n").message, "there is nvcc");
  expect_pass("REQUIRES nvcc\nREQUIRES !gpu\nRUN whet talk\nEXIT 0\n");
  expect_failure("REQUIRES nvcc\nRUN whet talk\nEXIT 9\n", "it ended with 0, not 9");
}

TEST_F(Runner, AFailureShowsCommandExitAndBothOutputs) {
  EXPECT_EQ(run("NAME n\nRUN whet talk 3\nEXIT 0\n").message,
            "it ended with 3, not 0\n  $ whet talk 3\n  exit 3\n--- stdout\nout line\n--- stderr\nerr line\n---\n");
}

TEST(Cases, SeveralStandInOneFileWithTheirLines) {
  const auto cases =
      parse_cases("# about\nNAME  one\nRUN   a\nEXIT  0\n\nNAME  two\nRUN   b\nEXIT  3\nTIMEOUT 5\n", "x.case");
  ASSERT_TRUE(cases.ok());
  ASSERT_EQ(cases->size(), 2u);
  EXPECT_EQ((*cases)[0].name, "one");
  EXPECT_EQ((*cases)[0].timeout_s, 20);
  EXPECT_EQ((*cases)[1].line, 6);
  EXPECT_EQ((*cases)[1].exit_code, 3);
  EXPECT_EQ((*cases)[1].timeout_s, 5);
}

TEST(Cases, WhatCouldNotFailOrIsMisspeltIsRefused) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "the file holds no case"},
      {"# nothing\n", "the file holds no case"},
      {"NAME n\nEXIT 0\n", "`n` runs nothing"},
      {"NAME n\nRUN a\n", "`n` expects no exit code"},
      {"NAME n\nRUN a\nNAME m\nRUN b\nEXIT 0\n", "`n` expects no exit code"},
      {"RUN a\n", "`RUN` stands before any NAME"},
      {"NAME n\nRUN a\nEXIT 0\nEXPCT b\n", "`EXPCT` is no word of a case"},
      {"NAME n\nRUN a\nEXIT 0\nEXPECT\n", "`EXPECT` says nothing"},
      {"NAME n\nRUN a\nEXIT zero\n", "`zero` is not a whole number"},
      {"NAME n\nRUN a\nRUN b\nEXIT 0\n", "a case has one RUN"},
      {"NAME n\nRUN a\nEXIT 0\nREQUIRES luck\n", "the runner cannot tell whether there is `luck`"},
      {"NAME n\nRUN a\nEXIT 0\nEXPECT_REGEX (\n", "this is not a regular expression"},
      {"NAME n\nRUN a\nEXIT 0\nFILE a.cu\ntext\n", "the file has no END"},
      {"NAME n\nRUN a\nEXIT 0\nFILE ../a.cu\nEND\n", "the file leaves the case's directory"},
      {"NAME n\nRUN a\nEXIT 0\nWRITES some\n", "`WRITES` is no word of a case"},
  };
  for (const auto& [text, reason] : wrong) {
    const auto cases = parse_cases(text, "x.case");
    ASSERT_FALSE(cases.ok()) << text;
    EXPECT_EQ(cases.error().what, reason);
    EXPECT_TRUE(cases.error().where.starts_with("x.case:")) << cases.error().where;
  }
}

}  // namespace case_test
}  // namespace whet::test
