#include "profile/ncu/ncu_file.h"

#include <algorithm>

#include "ncu/ncu_support.h"
#include "support/support.h"

namespace ncu_file_test {

using namespace whet;
using namespace whet::test;

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::string k_raw = "ID,Process ID,Kernel Name,gpu__time_duration.sum\n,,,ns\n0,1,k,100\n1,1,k,300\n";
const std::string k_details =
    "ID,Process ID,Kernel Name,Section Name,Metric Name,Metric Unit,Metric Value,Rule Name,Rule Type,Rule Description\n"
    "1,1,k,Occupancy,Achieved Occupancy,%,50.5,\n1,1,k,S,Duration,us,0.31,\n1,1,k,S,,,,R,OPT,second\n"
    "0,1,k,S,,,,R,OPT,first\n";

class NcuFile : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(files.write("a.ncu-rep", "NVR").ok()); }
  // ncu as a function from the page to its output.
  void install(std::function<Finished(const ProcessCommand&)> answer) { processes.install("ncu", std::move(answer)); }
  Result<std::vector<Profile>> read(const std::string& path) {
    return read_ncu_file(path, files, processes, ncu_names());
  }

  FakeFileSystem files;
  FakeProcessRunner processes;
};

Finished printed(std::string out) {
  Finished run;
  run.out = std::move(out);
  return run;
}

TEST_F(NcuFile, TheTwoPagesOfAReportAreJoinedByLaunch) {
  install([](const ProcessCommand& command) { return printed(has(command.argv, "raw") ? k_raw : k_details); });
  const auto profiles = read("a.ncu-rep");
  ASSERT_TRUE(profiles.ok()) << profiles.error().what;
  ASSERT_EQ(profiles.value().size(), 2u);
  const Profile& second = profiles.value()[1];
  EXPECT_EQ(second.metrics.find("gpu__time_duration.sum"), 300);  // the raw page is not rounded
  EXPECT_EQ(second.metrics.find("sm__warps_active.avg.pct_of_peak_sustained_active"), 50.5);
  ASSERT_EQ(second.advice.size(), 1u);
  EXPECT_EQ(second.advice[0].text, "second");
  EXPECT_EQ(profiles.value()[0].advice[0].text, "first");
}

TEST_F(NcuFile, NcuIsAskedForBaseUnitsInAPlainLocaleWithADeadline) {
  install([](const ProcessCommand&) { return printed(k_raw); });
  ASSERT_TRUE(read("a.ncu-rep").ok());
  const ProcessCommand& command = processes.started.front();
  EXPECT_TRUE(has(command.argv, "--import") && has(command.argv, "a.ncu-rep") && has(command.argv, "--csv"));
  EXPECT_TRUE(has(command.argv, "--print-units") && has(command.argv, "base"));
  EXPECT_EQ(command.environment.front(), (std::pair<std::string, std::string>("LC_ALL", "C")));
  EXPECT_LE(command.timeout, std::chrono::minutes(5));
}

TEST_F(NcuFile, AVersionWithoutTheOptionIsAskedAgainWithoutIt) {
  install([](const ProcessCommand& command) {
    Finished run = printed(has(command.argv, "raw") ? k_raw : k_details);
    if (has(command.argv, "--print-units")) {
      run.exit_code = 1;
      run.out = "==ERROR== unrecognised option '--print-units'";
    }
    return run;
  });
  const auto profiles = read("a.ncu-rep");
  ASSERT_TRUE(profiles.ok()) << profiles.error().what;
  EXPECT_EQ(profiles.value()[0].advice.size(), 1u);
}

TEST_F(NcuFile, WithoutNcuTheErrorTellsWhatToDo) {
  const auto profiles = read("a.ncu-rep");
  ASSERT_FALSE(profiles.ok());
  EXPECT_EQ(profiles.error().kind, ErrorKind::missing);
  EXPECT_EQ(profiles.error().where, "a.ncu-rep");
  EXPECT_NE(profiles.error().mend.find("ncu --import a.ncu-rep --csv --page raw"), std::string::npos);
}

TEST_F(NcuFile, AReportThatNcuRefusesShowsItsMessage) {
  install([](const ProcessCommand&) {
    Finished run;
    run.exit_code = 1;
    run.out = "==ERROR== Failed to open file";
    return run;
  });
  const auto profiles = read("a.ncu-rep");
  ASSERT_FALSE(profiles.ok());
  EXPECT_EQ(profiles.error().kind, ErrorKind::failed);
  EXPECT_NE(profiles.error().details.find("Failed to open file"), std::string::npos);
}

TEST_F(NcuFile, ADeadlineThatPassesIsTold) {
  install([](const ProcessCommand&) {
    Finished run;
    run.timed_out = true;
    return run;
  });
  EXPECT_NE(read("a.ncu-rep").error().what.find("within 120 s"), std::string::npos);
}

TEST_F(NcuFile, WithoutADetailsPageTheProfileSaysThatAdviceIsMissing) {
  install([](const ProcessCommand& command) { return printed(has(command.argv, "raw") ? k_raw : "nothing\n"); });
  const auto profiles = read("a.ncu-rep");
  ASSERT_TRUE(profiles.ok());
  ASSERT_EQ(profiles.value()[0].unseen.size(), 1u);
  EXPECT_NE(profiles.value()[0].unseen[0].find("advice could not be read"), std::string::npos);
}

TEST_F(NcuFile, OtherFilesAreReadAsTables) {
  ASSERT_TRUE(files.write("a.csv", k_raw).ok());
  EXPECT_EQ(read("a.csv").value().size(), 2u);
  EXPECT_TRUE(processes.started.empty());
}

TEST_F(NcuFile, AFileThatIsNotThereIsTold) {
  EXPECT_NE(read("none.csv").error().what.find("`none.csv`"), std::string::npos);
}

TEST_F(NcuFile, ATableAboveTheLimitIsNotRead) {
  ASSERT_TRUE(files.write("big.csv", std::string(k_most_ncu_bytes + 1, 'x')).ok());
  const auto profiles = read("big.csv");
  ASSERT_FALSE(profiles.ok());
  EXPECT_NE((profiles.error().what + profiles.error().where).find("big.csv"), std::string::npos);
}

}  // namespace ncu_file_test
