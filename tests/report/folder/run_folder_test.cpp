// The folder of a run: what is written, and that it is written again.
#include "report/folder/run_folder.h"

#include <chrono>

#include "report/optimize/champion_file.h"
#include "report/run_fixture.h"

namespace whet {

namespace run_folder_test {

using test::FakeFileSystem;
using test::RunFixture;

std::string read(const FakeFileSystem& files, const std::string& path) {
  const auto text = files.read(path);
  return text ? *text : "(missing)";
}

TEST(RunFolder, IsNamedByKernelTimeAndRun) {
  store::Run run = RunFixture::description();
  run.id = 7;
  run.began_ms = 1'763'200'000'500;
  EXPECT_EQ(run_folder_of({"/p"}, run), "/p/runs/reduce_256_/2025-11-15T09-46-40Z-7");
  run.kernel.kernel = "../up";
  EXPECT_EQ(run_folder_of({"/p"}, run), "/p/runs/_._up/2025-11-15T09-46-40Z-7");
}

TEST(RunFolder, HoldsBaselineChampionAndEveryCandidate) {
  RunFixture fixture;
  fixture.baseline("one\ntwo\n");
  const int round = fixture.round();
  fixture.add(round, "one\ntwo\n", "slower", 0.9, Json::Object{{"TILE", 16}});
  fixture.lead(fixture.add(round, "one\n2\n", "faster", 2, Json::Object{{"TILE", 32}}, "[[launch]]\nblock = [32]"), 2);
  FakeFileSystem files;
  const auto view = write_run_folder(fixture.store(), fixture.run(), "out", {}, files);
  ASSERT_TRUE(view) << describe(view.error());
  EXPECT_EQ(view->folder, "out");
  EXPECT_EQ(read(files, "out/baseline.cu"), "one\ntwo\n");
  EXPECT_EQ(read(files, "out/champion.cu"), "/* whet\n[[launch]]\nblock = [32]\n*/\none\n2\n");
  EXPECT_NE(read(files, "out/champion.toml").find("# TILE = 32\n"), std::string::npos);
  EXPECT_EQ(read(files, "out/rounds/01/002.cu"), "(missing)") << "it is the baseline's source";
  EXPECT_EQ(read(files, "out/rounds/01/003.cu"), "one\n2\n");
  EXPECT_EQ(read(files, "out/rounds/01/003.diff"),
            "--- baseline.cu\n+++ rounds/01/003.cu\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
  const auto candidate = Json::parse(read(files, "out/rounds/01/002.json"));
  ASSERT_TRUE(candidate);
  EXPECT_EQ(*candidate->find("outcome")->as_string(), "slower");
  EXPECT_EQ(candidate->find("measurements")->as_array()->size(), 1U);
  EXPECT_TRUE(Json::parse(read(files, "out/summary.json")));
  EXPECT_NE(read(files, "out/summary.md").find("# run 1: reduce"), std::string::npos);
  EXPECT_NE(read(files, "out/report.html").find("<!doctype html>"), std::string::npos);
}

TEST(RunFolder, IsWrittenAgainAsItWas) {
  RunFixture fixture;
  fixture.baseline("one\n");
  fixture.lead(fixture.add(fixture.round(), "two\n", "faster", 2), 2);
  FakeFileSystem files;
  ASSERT_TRUE(write_run_folder(fixture.store(), fixture.run(), "out", {}, files));
  const std::string page = read(files, "out/report.html"), summary = read(files, "out/summary.json");
  ASSERT_TRUE(files.write("out/report.html", "half a pa"));
  ASSERT_TRUE(write_run_folder(fixture.store(), fixture.run(), "out", {}, files));
  EXPECT_EQ(read(files, "out/report.html"), page);
  EXPECT_EQ(read(files, "out/summary.json"), summary);
}

TEST(RunFolder, OfARunWithNothingInItHasTheReports) {
  RunFixture fixture;
  FakeFileSystem files;
  ASSERT_TRUE(write_run_folder(fixture.store(), fixture.run(), "out", {}, files));
  EXPECT_NE(read(files, "out/report.html").find("not finished"), std::string::npos);
  EXPECT_EQ(read(files, "out/champion.cu"), "(missing)");
}

TEST(RunFolder, OfFiveThousandCandidatesIsWrittenInSeconds) {
  RunFixture fixture;
  fixture.baseline("one\n");
  const int round = fixture.round();
  for (int i = 2; i <= 5000; ++i) {
    store::Candidate candidate{.run = fixture.run(), .round = round, .tunables = Json::Object{{"TILE", i}}};
    ASSERT_TRUE(fixture.store().add_candidate(candidate, "one\n"));
  }
  FakeFileSystem files;
  const auto begin = std::chrono::steady_clock::now();
  const auto view = write_run_folder(fixture.store(), fixture.run(), "out", {}, files);
  ASSERT_TRUE(view);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << "about half a second on its own";
  EXPECT_EQ(view->candidates(), 5000);
  EXPECT_NE(read(files, "out/rounds/01/5000.json"), "(missing)");
  EXPECT_LT(read(files, "out/report.html").size(), 500'000U);
}

TEST(RunFolder, TellsWhatTheTunablesWereWhereTheCallerKnows) {
  RunFixture fixture;
  fixture.baseline("one\n");
  fixture.lead(fixture.add(fixture.round(), "one\n", "faster", 2, Json::Object{{"TILE", 32}, {"ROWS", 8}}), 2);
  FakeFileSystem files;
  const auto view =
      write_run_folder(fixture.store(), fixture.run(), "out", {.tunables_before = {{"TILE", 16}, {"ROWS", 8}}}, files);
  ASSERT_TRUE(view);
  EXPECT_EQ(changes_text(view->tunables), "TILE 16 → 32");
}

TEST(ChampionFile, OneThatWasHandedInStaysAsItIs) {
  store::Candidate champion;
  champion.launch = "[[launch]]\nblock = [64]";
  const std::string source = "/* whet\n[define]\nA = 1\n*/\ncode\n";
  const ChampionFile file = champion_file(champion, {.source = source, .settings = "other", .standalone = "code\n"});
  EXPECT_EQ(file.source, source);
  EXPECT_NE(file.settings.find("\n[[launch]]\nblock = [64]\n"), std::string::npos);
}

TEST(ChampionFile, AMacroOrAFlagMakesItAFileOfItsOwn) {
  store::Candidate champion;
  const ChampionFile file = champion_file(champion, {.source = "code\n",
                                                     .settings = "flags = [\"-ftz=true\"]\n",
                                                     .defines = "#define A 1\n",
                                                     .standalone = "code\n",
                                                     .flags = {"-ftz=true"}});
  EXPECT_EQ(file.source,
            "/* whet\n# Candidate 0 of run 0.\n# nvcc -c -ftz=true champion.cu\nflags = [\"-ftz=true\"]\n*/\n"
            "#define A 1\ncode\n");
}

TEST(ChampionFile, SettingsThatWouldEndTheCommentGoBesideIt) {
  store::Candidate champion;
  const ChampionFile file = champion_file(
      champion,
      {.source = "code\n", .settings = "[define]\nA = \"*/\"\n", .defines = "#define B 1\n", .standalone = "code\n"});
  EXPECT_EQ(file.source, "#define B 1\ncode\n");
  EXPECT_NE(file.settings.find("A = \"*/\""), std::string::npos);
}

TEST(ChampionFile, ATunableCannotLeaveItsComment) {
  store::Candidate champion;
  champion.tunables = Json::Object{{"A\n[define]\nB */ C", 1}};
  const ChampionFile file = champion_file(champion, {.source = "code\n", .standalone = "code\n"});
  EXPECT_EQ(file.settings.find("\n["), std::string::npos) << file.settings;
  EXPECT_EQ(file.source.find("*/"), file.source.find("*/\ncode")) << file.source;
}

TEST(RunFolder, HasTheHeaderThatSelectsBySize) {
  RunFixture fixture;
  fixture.baseline("one\n");
  const Json dispatch = Json::Object{{"gain", 1.4}, {"cases", Json::array()}, {"header", "// by n\n"}};
  fixture.finish(Json::Object{{"outcome", "faster by size"}, {"dispatch", dispatch}});
  FakeFileSystem files;
  ASSERT_TRUE(write_run_folder(fixture.store(), fixture.run(), "out", {}, files));
  EXPECT_EQ(read(files, "out/dispatch.h"), "// by n\n");
}

// A table by size of one candidate, whose text is `source`.
std::string table_written(const std::string& source, size_t texts, FakeFileSystem& files) {
  RunFixture fixture;
  fixture.baseline("one\n");
  const Json kernel = Json::Object{{"file", "dispatch_002.cu"}, {"candidate", 2}};
  const Json dispatch = Json::Object{{"gain", 1.4},
                                     {"cases", Json::array()},
                                     {"header", "// by n\n"},
                                     {"table", "by = \"n\"\n"},
                                     {"kernels", Json::Array{kernel}}};
  fixture.finish(Json::Object{{"outcome", "faster by size"}, {"dispatch", dispatch}});
  RunFolderInputs inputs;
  for (size_t i = 0; i < texts; ++i)
    inputs.dispatched.push_back(
        {"dispatch_002.cu", {}, {.source = source, .settings = "", .defines = "#define A 1\n", .standalone = source}});
  EXPECT_TRUE(write_run_folder(fixture.store(), fixture.run(), "out", inputs, files));
  return read(files, "out/dispatch.toml");
}

TEST(RunFolder, HasTheTableWithItsKernels) {
  FakeFileSystem files;
  EXPECT_TRUE(table_written("two\n", 1, files).ends_with("\nby = \"n\"\n"));
  EXPECT_EQ(read(files, "out/dispatch_002.cu"),
            "/* whet\n# Candidate 0 of run 0.\n# nvcc -c dispatch_002.cu\n*/\n#define A 1\ntwo\n");
}

TEST(RunFolder, HasNoTableWithoutItsKernels) {
  FakeFileSystem files;
  EXPECT_EQ(table_written("two\n", 0, files), "(missing)");
  EXPECT_EQ(table_written(".version 8.0\n", 1, files), "(missing)") << "host code launches no PTX";
}

TEST(RunFolder, PtxKeepsItsName) {
  RunFixture fixture;
  fixture.baseline("// made by hand\n/* of\nlines */\n.version 8.0\n");
  FakeFileSystem files;
  ASSERT_TRUE(write_run_folder(fixture.store(), fixture.run(), "out", {}, files));
  EXPECT_NE(read(files, "out/baseline.ptx"), "(missing)");
}

}  // namespace run_folder_test
}  // namespace whet
