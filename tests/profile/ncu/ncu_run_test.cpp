// Nsight Compute run on exactly the launches that are wanted, with a fake ncu.
#include "profile/ncu/ncu_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ncu/ncu_support.h"
#include "support/support.h"

namespace ncu_run_test {

using namespace whet;

struct NcuRunTest : testing::Test {
  NcuRunTest() {
    run.target = {"/bin/whet", "profiled", "problem"};
    run.kernels = {"_Z5scalePKfPfif", "_Z5scalePKfPfif"};
    run.directory = "/tmp/x";
    processes.install("ncu", [this](const ProcessCommand& command) { return answer(command); });
  }

  Finished answer(const ProcessCommand& command) {
    const bool is_import = command.argv[1] == "--import";
    if (!is_import && writes_report) (void)files.write("/tmp/x/report.ncu-rep", "binary");
    if (!is_import) return profiled;
    const bool is_raw = std::find(command.argv.begin(), command.argv.end(), "raw") != command.argv.end();
    return {0, false, is_raw ? raw : "", "", false};
  }

  static std::string row(int id, const std::string& kernel) {
    return "\"" + std::to_string(id) + "\",\"991\",\"whet\",\"127.0.0.1\",\"" + kernel +
           "\",\"1\",\"7\",\"(128, 1, 1)\",\"(4096, 1, 1)\",\"0\",\"9.0\",\"1000\"\n";
  }

  Result<std::vector<Profile>> profile() {
    return profile_with_ncu(run, files, processes, NcuNames::load(Knowledge()).value());
  }

  static std::string header() {
    return "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block "
           "Size\",\"Grid Size\",\"Device\",\"CC\",\"gpu__time_duration.sum\"\n"
           "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"nsecond\"\n";
  }

  test::FakeFileSystem files;
  test::FakeProcessRunner processes;
  NcuRun run;
  Finished profiled;
  bool writes_report = true;
  const std::string scale = "scale(const float *, float *, int, float)";
  std::string raw = header() + row(0, scale) + row(1, scale);
};

TEST_F(NcuRunTest, OnlyMarkedLaunchesAreLookedAt) {
  const auto found = profile();
  ASSERT_TRUE(found.ok()) << describe(found.error());
  EXPECT_EQ(found->size(), 2u);
  const std::vector<std::string>& argv = processes.started.front().argv;
  const auto value_of = [&](const char* option) {
    const auto at = std::find(argv.begin(), argv.end(), option);
    return at == argv.end() || at + 1 == argv.end() ? std::string() : *(at + 1);
  };
  EXPECT_EQ(value_of("--profile-from-start"), "off");
  EXPECT_EQ(value_of("--launch-count"), "2");
  EXPECT_EQ(value_of("--clock-control"), "none");
  EXPECT_EQ(value_of("--target-processes"), "application-only");
  EXPECT_EQ(value_of("/bin/whet"), "profiled");
  EXPECT_EQ(std::find(argv.begin(), argv.end(), "--kernel-name"), argv.end()) << "launches are not known by name";
}

TEST_F(NcuRunTest, AnotherNumberOfLaunchesIsAnError) {
  raw = header() + row(0, scale);
  const auto found = profile();
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().what.find("saw 1 launches where 2"), std::string::npos) << found.error().what;
}

TEST_F(NcuRunTest, AnotherKernelIsAnError) {
  raw = header() + row(0, scale) + row(1, "memset_kernel(int *)");
  const auto found = profile();
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().what.find("`memset_kernel` as launch 1"), std::string::npos) << found.error().what;
}

TEST_F(NcuRunTest, RefusedCountersAreNamed) {
  profiled = {0, false, "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n", "", false};
  writes_report = false;
  const auto found = profile();
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().what.find("ERR_NVGPUCTRPERM"), std::string::npos);
}

TEST_F(NcuRunTest, WhatWentWrongInsideIsShown) {
  profiled = {3, false, "", "error: there is no file\n", false};
  const auto found = profile();
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().details.find("there is no file"), std::string::npos);
  profiled = {0, false, "nothing to do\n", "", false};
  writes_report = false;
  (void)files.remove("/tmp/x/report.ncu-rep");
  EXPECT_NE(profile().error().what.find("wrote no report"), std::string::npos);
  profiled = {137, true, "", "", false};
  EXPECT_NE(profile().error().what.find("did not end within 300 s"), std::string::npos);
}

TEST_F(NcuRunTest, WithoutNcuItSaysHowToGetIt) {
  test::FakeProcessRunner none;
  const auto found = profile_with_ncu(run, files, none, NcuNames::load(Knowledge()).value());
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind, ErrorKind::missing);
}

}  // namespace ncu_run_test
