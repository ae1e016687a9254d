// What is remembered across runs, and what a fresh start forgets.
#include "sample.h"

namespace whet::store::test {

class Memory : public StoreTest {
 protected:
  static Lesson entry(const std::string& tried, const std::string& outcome, double speedup) {
    Lesson made{.kernel = k_softmax, .tried = tried, .outcome = outcome, .run = 1};
    made.speedup = Speedup{speedup, speedup * 0.9, speedup * 1.1};
    made.conditions = {"NVIDIA H200", TimeOrigin::measured, "rows=8192", "CUDA 13.0"};
    return made;
  }
  // Ids 1..20 helped, 21..30 did not; 20 is the fastest.
  static std::vector<Lesson> thirty() {
    std::vector<Lesson> entries;
    for (int i = 1; i <= 30; ++i) {
      const char* outcome = i <= 20 ? "faster" : i % 3 == 0 ? "wrong" : i % 3 == 1 ? "slower" : "same";
      entries.push_back(entry("try " + std::to_string(i), outcome, i <= 20 ? 1.0 + i : 0.5));
      entries.back().id = i;
    }
    return entries;
  }
};

TEST_F(Memory, AnEntryIsReadBackWithItsConditions) {
  Store store = open();
  Lesson tried = entry(R"({"TILE":32})", "slower", 0.8);
  tried.reason = "two blocks a processor fewer";
  must(store.remember(tried));
  const auto all = must(store.lessons_of(k_softmax));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].tried, R"({"TILE":32})");
  EXPECT_EQ(all[0].reason, "two blocks a processor fewer");
  EXPECT_EQ(all[0].speedup->low, 0.8 * 0.9);
  EXPECT_EQ(all[0].conditions.gpu, "NVIDIA H200");
  EXPECT_EQ(all[0].conditions.dims, "rows=8192");
  EXPECT_FALSE(all[0].masked);
  EXPECT_TRUE(must(store.lessons_of({"elsewhere", "softmax"})).empty());
}

TEST_F(Memory, TheSameUnderTheSameConditionsReplacesWhatWasKnown) {
  Store store = open();
  const LessonId first = must(store.remember(entry("a", "inconclusive", 1.01)));
  must(store.mask({first}));
  EXPECT_EQ(must(store.remember(entry("a", "faster", 1.2))), first);
  Lesson elsewhere = entry("a", "slower", 0.9);
  elsewhere.conditions.gpu = "NVIDIA A100";
  EXPECT_NE(must(store.remember(elsewhere)), first);
  const auto all = must(store.lessons_of(k_softmax, Store::Masked::included));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].outcome, "faster");
  EXPECT_TRUE(all[0].masked) << "trying again does not unmask";
}

TEST_F(Memory, WhatTurnsOutBadIsMaskedNoLonger) {
  Store store = open();
  const LessonId lucky = must(store.remember(entry("a", "correct", 1.3)));
  must(store.mask({lucky}));
  must(store.remember(entry("a", "wrong", 1.3)));
  const auto seen = must(store.lessons_of(k_softmax));
  ASSERT_EQ(seen.size(), 1u) << "a lesson is never hidden";
  EXPECT_EQ(seen[0].outcome, "wrong");
}

TEST_F(Memory, MaskedEntriesAreLeftOutUntilUnmasked) {
  Store store = open();
  const LessonId a = must(store.remember(entry("a", "faster", 2))), b = must(store.remember(entry("b", "faster", 3)));
  must(store.mask({a}));
  const auto seen = must(store.lessons_of(k_softmax));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].id, b);
  EXPECT_EQ(must(store.lessons_of(k_softmax, Store::Masked::included)).size(), 2u);
  must(store.unmask({a}));
  EXPECT_EQ(must(store.lessons_of(k_softmax)).size(), 2u);
}

TEST_F(Memory, AnUnknownEntryMasksNothing) {
  Store store = open();
  const LessonId a = must(store.remember(entry("a", "faster", 2)));
  const auto masked = store.mask({a, 77});
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().what, "there is no lesson 77");
  EXPECT_EQ(must(store.lessons_of(k_softmax)).size(), 1u);
}

TEST_F(Memory, APartIsHalfOfWhatHelpedAndNeverTheBestOrTheBad) {
  const auto entries = thirty();
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const auto masked = part_to_mask(entries, seed);
    EXPECT_EQ(masked.size(), 10u) << "half of 19, rounded";
    for (const LessonId id : masked) EXPECT_LT(id, 20);
  }
}

TEST_F(Memory, ThePartDependsOnTheSeedAlone) {
  auto entries = thirty();
  const auto masked = part_to_mask(entries, 7);
  std::reverse(entries.begin(), entries.end());
  EXPECT_EQ(part_to_mask(entries, 7), masked) << "not on the order";
  EXPECT_NE(part_to_mask(entries, 8), masked);
  EXPECT_TRUE(part_to_mask(entries, 7, 0).empty());
  EXPECT_EQ(part_to_mask(entries, 7, 1).size(), 19u);
  EXPECT_TRUE(part_to_mask({}, 7).empty());
}

TEST_F(Memory, AFreshStartMasksAPartAndSaysSo) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  for (const Lesson& each : thirty()) must(store.remember(each));
  const auto masked = must(store.mask_part(k_softmax, 5, run));
  EXPECT_EQ(masked.size(), 10u);
  EXPECT_EQ(must(store.lessons_of(k_softmax)).size(), 20u);
  const auto events = must(store.events(run));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].data.find("entries")->as_array()->size(), 10u);
}

}  // namespace whet::store::test
