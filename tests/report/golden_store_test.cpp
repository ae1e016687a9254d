// Golden files of what is collected from the store: a run, its candidates, its report, the lessons.
#include "consult/calls/mind_calls.h"
#include "report/folder/html_report.h"
#include "report/golden.h"
#include "report/optimize/commit_message.h"
#include "report/plan_fixture.h"
#include "report/run_fixture.h"
#include "report/store/lessons_view.h"
#include "report/store/patterns_view.h"
#include "report/store/runs_view.h"
#include "report/store/stored_candidate_view.h"
#include "report/store/stored_run_view.h"

namespace whet {

namespace golden_store_test {

using test::expect_golden;
using test::expect_golden_view;
using test::RunFixture;

constexpr const char* k_before = "__global__ void reduce(const float* in, float* out) {\n  out[0] = in[0];\n}\n";
constexpr const char* k_after = "__global__ void reduce(const float* in, float* out) {\n  out[0] = __ldg(in);\n}\n";

Json result_of(const char* outcome) {
  return Json::Object{{"outcome", outcome},
                      {"reason", "confirmed on fresh data"},
                      {"speedup", 2.0},
                      {"low", 1.96},
                      {"high", 2.04},
                      {"baseline_seconds", 1e-3},
                      {"champion_seconds", 0.5e-3},
                      {"floor_seconds", 0.25e-3},
                      {"floor_name", "DRAM bandwidth"},
                      {"share_before", 0.25},
                      {"share_after", 0.5},
                      {"seconds", 12.5}};
}

store::Attribution part(store::CandidateId candidate, store::PartKind kind, const char* name, double speedup,
                        store::PartVerdict verdict, const char* evidence) {
  return {candidate, kind, name, store::Speedup{speedup, 0.98 * speedup, 1.02 * speedup}, verdict, evidence};
}

// A run of two rounds: one candidate is wrong, one leads and becomes the champion.
class GoldenRun : public testing::Test {
 protected:
  GoldenRun() {
    fixture_.baseline(k_before);
    const int first = fixture_.round();
    fixture_.add(first, k_before, "wrong", std::nullopt, Json::Object{{"TILE", 7}});
    fixture_.add(first, k_before, "slower", 0.8, Json::Object{{"TILE", 8}});
    const int second = fixture_.round();
    champion_ = fixture_.add(second, k_after, "faster", 2, Json::Object{{"TILE", 32}});
    fixture_.lead(champion_, 2);
    using store::PartKind, store::PartVerdict;
    for (const auto& each : {part(champion_, PartKind::tunable, "TILE 16 -> 32", 1.6, PartVerdict::effective, ""),
                             part(champion_, PartKind::method, "memory.read_only", 1.25, PartVerdict::effective,
                                  "LDG.CONSTANT: 1, parent 0"),
                             part(champion_, PartKind::edit, "edit 2", 1.0, PartVerdict::undecided, "")}) {
      EXPECT_TRUE(fixture_.store().add_attribution(each));
    }
  }

  OptimizeView view() {
    auto view = collect_optimize(fixture_.store(), fixture_.run());
    EXPECT_TRUE(view);
    return std::move(*view);
  }

  RunFixture fixture_;
  store::CandidateId champion_ = 0;
};

TEST_F(GoldenRun, OptimizeThatGained) {
  fixture_.finish(result_of("faster"));
  expect_golden_view("optimize_faster", view());
}

TEST_F(GoldenRun, OptimizeThatGainedNothing) {
  fixture_.finish(
      Json::Object{{"outcome", "nothing gained"}, {"reason", "nobody beats the original"}, {"seconds", 3.0}});
  expect_golden_view("optimize_nothing_gained", view());
}

TEST_F(GoldenRun, OptimizeThatGainedNothingSaysWhatToWrite) {
  fixture_.finish(
      Json::Object{{"outcome", "nothing gained"}, {"reason", "nobody beats the original"}, {"seconds", 3.0}});
  OptimizeView planned = view();
  planned.next = test::sample_plan();
  expect_golden_view("optimize_next", planned);
  EXPECT_NE(advice_text(planned).find("write memory.coalesced_access"), std::string::npos) << advice_text(planned);
  RunReport report;
  report.view = planned;
  const std::string html = report_html(report);
  EXPECT_NE(html.find("memory.coalesced_access"), std::string::npos);
  EXPECT_NE(html.find("memory.data_layout"), std::string::npos) << "with the reason why not";
}

TEST_F(GoldenRun, OptimizeThatGainedBySize) {
  const auto each = [](const char* name, const char* variant, double gain, bool back) {
    return Json(Json::Object{{"case", name}, {"variant", variant}, {"gain", gain}, {"falls_back", back}});
  };
  const Json dispatch =
      Json::Object{{"gain", 1.41},
                   {"low", 1.3},
                   {"high", 1.5},
                   {"fallback", "the original"},
                   {"by", "by n"},
                   {"header", "// selects by size\n"},
                   {"cases", Json::Array{each("small", "the original", 1, true), each("large", "TILE=4", 2, false)}}};
  fixture_.finish(Json::Object{{"outcome", "faster by size"}, {"dispatch", dispatch}, {"seconds", 3.0}});
  expect_golden_view("optimize_by_size", view());
}

TEST_F(GoldenRun, OptimizeThatHasNotEnded) {
  expect_golden_view("optimize_not_finished", view());
}

TEST_F(GoldenRun, TheWholeReportAsAPage) {
  fixture_.finish(result_of("faster"));
  RunReport report;
  report.view = view();
  report.before_source = k_before;
  report.after_source = k_after;
  report.gpu = "H200 SXM 141GB";
  report.without_machine_code = "the problem is gone";
  report.limited_before = "DRAM 92 %";
  report.limited_after = "latency 60 %";
  report.problem = "problems/reduce";
  report.launches = "[launch]\ngrid = [1]\nblock = [256]\n";
  expect_golden("report_page.html", report_html(report));
}

TEST_F(GoldenRun, MessageOfACommit) {
  fixture_.finish(result_of("faster"));
  const OptimizeView all = view();
  expect_golden("commit_message.txt", commit_message(all, all.path.back(), {"-prec-div=false"}));
}

TEST_F(GoldenRun, ShowOfARun) {
  fixture_.finish(result_of("faster"));
  const auto shown = collect_stored_run(fixture_.store(), fixture_.run(), 12, 10);
  ASSERT_TRUE(shown);
  expect_golden_view("show_run", *shown);
}

TEST_F(GoldenRun, ShowOfACandidate) {
  fixture_.finish(result_of("faster"));
  const auto shown = collect_stored_candidate(fixture_.store(), fixture_.run(), 4, true);
  ASSERT_TRUE(shown) << describe(shown.error());
  expect_golden_view("show_candidate", *shown);
}

// A call as the journal of a run has it.
Json mind_call(const std::string& mind, const MindUsage& usage, const std::optional<MindPrice>& price) {
  consult::MindCall call{mind, "4bf5", {"MEMO: [] x", false, usage}, {}, 12.5};
  call.spent = MindLedger::open({}, price)->add(usage);
  return to_json(call);
}

TEST_F(GoldenRun, OptimizeWithMinds) {
  const MindPrice price{.input = 3, .cache_read = 0.3, .cache_write = 3.75, .output = 15};
  const auto keep = [&](const std::string& name, const Json& value) {
    ASSERT_TRUE(fixture_.store().add_event(fixture_.run(), "once", Json::Object{{"name", name}, {"value", value}}));
  };
  keep("mind call 1", mind_call("anthropic:MODEL", {1000, 0, 9000, 2000, true}, price));
  keep("mind call 2", mind_call("anthropic:MODEL", {1200, 9000, 0, 2500, true}, price));
  keep("mind call 3", mind_call("exec:agent", {}, std::nullopt));
  keep("size of round 1", Json(4));
  const Json end = Json::Object{{"what", "asked no further: exec:agent: the command failed"}};
  ASSERT_TRUE(fixture_.store().add_event(fixture_.run(), k_minds_ended, end));
  fixture_.finish(result_of("faster"));
  expect_golden_view("optimize_minds", view());
  auto runs = collect_runs(fixture_.store(), 20);
  ASSERT_TRUE(runs);
  runs->project = "/home/user/reduce";
  expect_golden_view("runs_minds", *runs);
}

TEST_F(GoldenRun, ListOfRuns) {
  fixture_.finish(result_of("faster"));
  auto runs = collect_runs(fixture_.store(), 20);
  ASSERT_TRUE(runs);
  runs->project = "/home/user/reduce";  // the fixture's is another each time
  expect_golden_view("runs", *runs);
}

TEST(GoldenMemory, WhatWasTried) {
  LessonsView view;
  view.project = "/home/user/reduce";
  store::Lesson helped;
  helped.id = 1;
  helped.kernel = {".", "reduce<256>"};
  helped.tried = R"({"TILE":32})";
  helped.outcome = "faster";
  helped.speedup = store::Speedup{2, 1.96, 2.04};
  helped.conditions = {"NVIDIA H200", store::TimeOrigin::measured, "n=1048576", "CUDA 13.0"};
  helped.run = 3;
  helped.time_ms = 1'763'200'000'000;
  store::Lesson failed = helped;
  failed.id = 2;
  failed.kind = store::TriedKind::method;
  failed.tried = "memory.async_copy";
  failed.outcome = "wrong";
  failed.reason = "`out` differs in 3 of 1024 elements";
  failed.speedup.reset();
  failed.masked = true;
  view.entries = {helped, failed};
  expect_golden_view("lessons", view);
}

TEST(GoldenPatterns, WhatWasLearned) {
  store::Pattern written;
  written.id = 1;
  written.subject = {"row reduction", "forall i < p1: p2[i] = sum(k < p3: p4[p3*i + k])", "f32 -> f32", "13 12"};
  written.bottleneck = "DRAM";
  written.tried = "rows kThreads=256 kVector=4";
  written.place = {"sm_90a", "NVIDIA H200", store::TimeOrigin::measured};
  written.effect = {3.1, 3, 3.2};
  written.tries = written.wins = 1;
  store::Pattern imported = written;
  imported.id = 2;
  imported.kind = store::PatternKind::method;
  imported.tried = "memory.vectorized_access";
  imported.tries = imported.wins = 0.5;
  imported.imported = true;
  store::Pattern spent = written;
  spent.id = 3;
  spent.subject.family = "";
  spent.place.origin = store::TimeOrigin::modelled;
  spent.tries = 9;
  PatternsView view;
  view.project = "/home/user/reduce";
  view.about = PatternsView::About::learned;
  view.patterns = {written, imported, spent};
  learn::RunTeaching teaching;
  teaching.changed = {{written, learn::PatternChange::learned}, {spent, learn::PatternChange::missed}};
  learn::RunTeaching nothing;
  nothing.nothing = "no gain was confirmed";
  view.runs = {{4, "reduce", teaching}, {5, "scan", nothing}};
  expect_golden_view("learn", view);
}

}  // namespace golden_store_test
}  // namespace whet
