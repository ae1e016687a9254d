// The end of a run as a view: what the store says, in words and figures.
#include "report/optimize/optimize_view.h"

#include "report/canvas/markdown_canvas.h"
#include "report/canvas/text_canvas.h"
#include "report/optimize/commit_message.h"
#include "report/run_fixture.h"

namespace whet {

namespace optimize_view_test {

using test::RunFixture;

std::string text_of(const OptimizeView& view) {
  TextCanvas canvas(TextStyle{});
  render(view, canvas);
  return canvas.take();
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Json faster_result() {
  return Json::Object{{"outcome", "faster"},
                      {"reason", "confirmed on fresh data"},
                      {"speedup", 2.0},
                      {"low", 1.96},
                      {"high", 2.04},
                      {"baseline_seconds", 1e-3},
                      {"champion_seconds", 0.5e-3},
                      {"floor_seconds", 0.25e-3},
                      {"floor_name", "DRAM"},
                      {"share_before", 0.25},
                      {"share_after", 0.5},
                      {"bytes", 1.2e9},
                      {"flops", 3e8},
                      {"seconds", 12.5}};
}

TEST(OptimizeView, SaysWhatWasGainedFromWhatToWhat) {
  RunFixture fixture;
  fixture.baseline("a\n");
  const int round = fixture.round();
  fixture.add(round, "a\n", "wrong", std::nullopt);
  fixture.lead(fixture.add(round, "a\n", "faster", 2, Json::Object{{"TILE", 32}}), 2);
  fixture.finish(faster_result());
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "2.00x faster [1.96 2.04] modelled, 95 % interval: confirmed on fresh data")) << text;
  EXPECT_TRUE(holds(text, "1.00 ms modelled  candidate 1  25 % of the ceiling")) << text;
  EXPECT_TRUE(holds(text, "500 us modelled  candidate 3  50 % of the ceiling")) << text;
  EXPECT_TRUE(holds(text, "250 us at best by DRAM")) << text;
  EXPECT_TRUE(holds(text, "TILE = 32")) << text;
  EXPECT_TRUE(holds(text, "no progress for 6 rounds; took 12.5 s")) << text;
  EXPECT_TRUE(holds(text, "18446744073709551615")) << text;
  const Json json = to_json(*view);
  EXPECT_EQ(json.find("result")->find("origin")->dump(-1), "\"modelled\"");
  EXPECT_EQ(json.find("path")->as_array()->size(), 2U);
  EXPECT_EQ(*json.find("seed")->as_string(), "18446744073709551615");
}

TEST(OptimizeView, ARunThatHasNotEndedDoesNotClaimAResult) {
  RunFixture fixture;
  fixture.baseline("a\n");
  fixture.lead(fixture.add(fixture.round(), "a\n", "faster", 1.5), 1.5);
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  EXPECT_FALSE(view->has_gained());
  EXPECT_EQ(headline_text(*view), "not finished (running); best so far 1.50x faster [1.47 1.53]");
}

TEST(OptimizeView, ARunWithoutCandidatesIsStillShown) {
  RunFixture fixture;
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  EXPECT_EQ(view->candidates(), 0);
  EXPECT_TRUE(holds(text_of(*view), "none yet"));
  EXPECT_TRUE(to_json(*view).find("champion")->is_null());
}

TEST(OptimizeView, WithoutABaselineTheFirstLeaderIsIt) {
  RunFixture fixture;
  fixture.lead(fixture.add(0, "a\n", "correct", 1), 1);
  fixture.lead(fixture.add(fixture.round(), "a\n", "faster", 1.5), 1.5);
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  ASSERT_TRUE(view->baseline);
  EXPECT_EQ(view->baseline->index, 1);
  EXPECT_EQ(view->result.baseline_seconds, 1e-3);
}

TEST(OptimizeView, NothingGainedIsSaidWithItsReason) {
  RunFixture fixture;
  fixture.baseline("a\n");
  fixture.finish(Json::Object{
      {"outcome", "nothing gained"}, {"reason", "97 % of the ceiling already"}, {"speedup", 1.0}, {"share_before", 0}});
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "nothing gained: 97 % of the ceiling already")) << text;
  EXPECT_FALSE(holds(text, "champion ")) << text;
  EXPECT_FALSE(view->result.share_before) << "0 is no share";
}

TEST(OptimizeView, SaysWhatWasTakenBackAndWhatItCost) {
  RunFixture fixture;
  fixture.baseline("a\n");
  fixture.lead(fixture.add(fixture.round(), "a\n", "faster", 2, Json::Object{{"TILE", 32}}), 2);
  Json result = faster_result();
  result["simplification"] = "2 changes taken back: they brought nothing";
  result["taken_back"] = Json::Array{"UNROLL 1 -> 4", "ROWS 8 -> 16"};
  result["costs"] = Json::Object{{"candidates", 10},      {"wall_seconds", 4.0},  {"compile_seconds", 1.5},
                                 {"waited_seconds", 1.0}, {"judge_seconds", 2.5}, {"compare_seconds", 0.488}};
  fixture.finish(std::move(result));
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "2 changes taken back: they brought nothing (UNROLL 1 -> 4, ROWS 8 -> 16)")) << text;
  EXPECT_TRUE(holds(text, "compilers 1.5 s, judge 2.5 s, comparisons 0.5 s; overhead 1.2 ms a candidate")) << text;
  const Json json = to_json(*view);
  EXPECT_EQ(json.find("result")->find("taken_back")->as_array()->size(), 2U);
  EXPECT_NEAR(*json.find("result")->find("costs")->find("overhead_seconds")->as_number(), 1.2e-3, 1e-9);
}

TEST(OptimizeView, ATableBySizeIsAGainThoughNoSingleKernelIs) {
  RunFixture fixture;
  fixture.baseline("a\n");
  const auto each = [](const char* name, double gain, bool back) {
    return Json(Json::Object{
        {"case", name}, {"variant", back ? "the original" : "TILE=4"}, {"gain", gain}, {"falls_back", back}});
  };
  const Json dispatch =
      Json::Object{{"gain", 1.41}, {"low", 1.3},
                   {"high", 1.5},  {"fallback", "the original"},
                   {"by", "by n"}, {"cases", Json::Array{each("small", 1, true), each("large", 2, false)}}};
  fixture.finish(Json::Object{{"outcome", "faster by size"}, {"dispatch", dispatch}});
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  EXPECT_FALSE(view->has_gained());
  EXPECT_TRUE(view->has_gained_by_size());
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "1.41x [1.30 1.50] faster by size")) << text;
  EXPECT_TRUE(holds(text, "falls back")) << text;
  EXPECT_TRUE(holds(text, "TILE=4")) << text;
  const Json json = to_json(*view);
  EXPECT_EQ(json.find("dispatch")->find("cases")->as_array()->size(), 2U);
  EXPECT_NE(json.find("dispatch")->find("file"), nullptr);
}

TEST(OptimizeView, AChampionThatIsToldTwiceIsOneStep) {
  RunFixture fixture;
  fixture.baseline("a\n");
  const auto id = fixture.add(fixture.round(), "a\n", "faster", 1.5);
  fixture.lead(id, 1.4);
  fixture.lead(id, 1.5);
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  ASSERT_EQ(view->path.size(), 2U);
  EXPECT_EQ(view->path[1].speedup.value, 1.5);
}

TEST(OptimizeView, EventsThatHoldNonsenseAreNoFigures) {
  RunFixture fixture;
  fixture.baseline("a\n");
  ASSERT_TRUE(fixture.store().add_event(fixture.run(), "champion", Json("text")));
  fixture.finish(Json::Object{{"outcome", 7}, {"speedup", "fast"}, {"seconds", Json::array()}});
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  EXPECT_EQ(view->path.size(), 1U);
  EXPECT_EQ(view->result.outcome, "");
}

TEST(OptimizeView, CommitsAreShownWithHowToTakeThem) {
  RunFixture fixture;
  fixture.baseline("a\n");
  fixture.lead(fixture.add(fixture.round(), "a\n", "faster", 2, Json::Object{{"TILE", 32}}), 2);
  fixture.finish(faster_result());
  for (const char* commit : {"c0ffee", "c0ffee2"}) {
    ASSERT_TRUE(fixture.store().add_event(
        fixture.run(), "commit", Json::Object{{"branch", "whet/reduce/1"}, {"commit", commit}, {"candidate", 2}}));
  }
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "whet/reduce/1, 2 commits\n")) << text;
  EXPECT_TRUE(holds(text, "take it: git merge whet/reduce/1")) << text;
  const Json json = to_json(*view);
  EXPECT_EQ(*json.find("branch")->as_string(), "whet/reduce/1");
  EXPECT_EQ(json.find("commits")->as_array()->size(), 2U);
}

TEST(OptimizeView, OfManyRoundsTheLastAreShown) {
  RunFixture fixture;
  fixture.baseline("a\n");
  for (int i = 0; i < 20; ++i) fixture.add(fixture.round(), "a\n", "correct", 1);
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "last 12 of 20 rounds")) << text;
  EXPECT_EQ(to_json(*view).find("rounds")->as_array()->size(), 20U);
}

TEST(CommitMessage, TheChampionHasItsIntervalAndThoseBeforeItWhatTheyHadWhenTheyLed) {
  RunFixture fixture;
  fixture.baseline("a\n");
  const int round = fixture.round();
  fixture.lead(fixture.add(round, "a\n", "faster", 1.5, Json::Object{{"TILE", 16}}), 1.5);
  fixture.lead(fixture.add(round, "a\n", "faster", 2, Json::Object{{"TILE", 32}}), 2);
  fixture.finish(faster_result());
  const auto view = collect_optimize(fixture.store(), fixture.run());
  ASSERT_TRUE(view);
  ASSERT_EQ(view->path.size(), 3U);
  EXPECT_EQ(commit_message(*view, view->path[1], {}),
            "reduce<256>: 1.50x faster, modelled\n\n"
            "TILE=16\n"
            "Original 1.00 ms, now 667 us (modelled).\n"
            "Led from round 1 on; the last commit of the branch is what was confirmed.\n\n"
            "Whet-Run: 1\nWhet-Candidate: 2\nWhet-Device: virtual:h200 (H200 SXM 141GB)\n");
  EXPECT_EQ(commit_message(*view, view->path[2], {"--maxrregcount=64"}),
            "reduce<256>: 2.00x faster [1.96 2.04], modelled\n\n"
            "TILE = 32\n"
            "Original 1.00 ms, now 500 us (modelled); 50 % of the ceiling, before 25 %.\n"
            "Right and faster on fresh data beside the original; 95 % interval.\n"
            "Compiled with --maxrregcount=64.\n\n"
            "Whet-Run: 1\nWhet-Candidate: 3\nWhet-Device: virtual:h200 (H200 SXM 141GB)\n");
}

}  // namespace optimize_view_test
}  // namespace whet
