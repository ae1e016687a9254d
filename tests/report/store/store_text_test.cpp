// What the store holds, as words.
#include "report/store/store_text.h"

#include <gtest/gtest.h>

#include "report/canvas/text_canvas.h"
#include "report/store/lessons_view.h"

namespace whet {

TEST(StoreText, DurationsGrowWithTheirUnit) {
  EXPECT_EQ(duration_text(350), "350 ms");
  EXPECT_EQ(duration_text(3'200), "3.20 s");
  EXPECT_EQ(duration_text(125'000), "2 min 5 s");
  EXPECT_EQ(duration_text(3'900'000), "1 h 5 min");
}

TEST(StoreText, ASpeedupComesWithItsInterval) {
  EXPECT_EQ(speedup_text(store::Speedup{3.416, 3.38, 3.45}), "3.42x [3.38 3.45]");
  EXPECT_EQ(speedup_text(std::nullopt), "");
  EXPECT_TRUE(speedup_json(std::nullopt).is_null());
}

TEST(StoreText, ACandidateIsWhatMakesItDifferent) {
  store::Candidate candidate;
  EXPECT_EQ(candidate_text(candidate), "");
  candidate.memo = "wider loads";
  EXPECT_EQ(candidate_text(candidate), "wider loads");
  candidate.methods = {"memory.vectorized_access"};
  candidate.tunables = Json::Object{{"TILE", 32}, {"LOOP", "unrolled"}};
  EXPECT_EQ(candidate_text(candidate), "TILE=32 LOOP=unrolled; memory.vectorized_access");
}

TEST(StoreText, OutcomesThatRefuseAreBad) {
  EXPECT_EQ(tone_of_outcome("faster"), Tone::good);
  EXPECT_EQ(tone_of_outcome("inconclusive"), Tone::plain);
  EXPECT_EQ(tone_of_outcome(""), Tone::plain);
  EXPECT_EQ(tone_of_outcome("invalid"), Tone::bad);
}

TEST(StoreText, AKernelIsNamedWithItsProblem) {
  EXPECT_EQ(kernel_text({"examples/softmax", "softmax"}), "softmax (examples/softmax)");
  EXPECT_EQ(kernel_text({".", "softmax"}), "softmax");
}

TEST(LessonsView, KernelsAreToldApart) {
  LessonsView view;
  view.entries = {
      {.id = 1, .kernel = {"a", "sum"}, .tried = R"({"TILE":8})", .outcome = "faster"},
      {.id = 2, .kernel = {"b", "sum"}, .kind = store::TriedKind::memo, .tried = "{odd", .outcome = "wrong"}};
  view.entries[1].masked = true;
  TextCanvas canvas(TextStyle{});
  render(view, canvas);
  const std::string text = canvas.take();
  EXPECT_NE(text.find("sum (a)"), std::string::npos) << text;
  EXPECT_NE(text.find("sum (b)"), std::string::npos) << text;
  EXPECT_NE(text.find("TILE=8"), std::string::npos) << text;
  EXPECT_NE(text.find("{odd"), std::string::npos) << text;
  EXPECT_NE(text.find("masked"), std::string::npos) << text;
}

TEST(LessonsView, AnEmptyStoreSaysSo) {
  TextCanvas canvas(TextStyle{});
  render(LessonsView{"/p", {}}, canvas);
  EXPECT_EQ(canvas.take(), "lessons of /p\n  nothing yet\n");
}

}  // namespace whet
