// Patterns in the store.
#include "sample.h"

namespace whet::store::test {

class Patterns : public StoreTest {
 protected:
  static Pattern sample(const std::string& tried) {
    Pattern pattern;
    pattern.subject = {"row reduction", "forall i < p1: p2[i] = 1", "f32 -> f32", "13"};
    pattern.bottleneck = "DRAM";
    pattern.kind = PatternKind::edited;
    pattern.tried = tried;
    pattern.place = {"sm_90", "NVIDIA H200", TimeOrigin::modelled};
    pattern.effect = {2, 1.5, 2.5};
    pattern.tries = 1.5;
    pattern.wins = 0.5;
    pattern.imported = true;
    return pattern;
  }
};

TEST_F(Patterns, AreReadBackAsTheyWereKept) {
  Store store = open();
  must(store.keep_patterns({sample("restrict"), sample("streaming")}));
  const auto read = must(store.patterns());
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(read[0].is_same(sample("restrict")));
  EXPECT_EQ(read[0].bottleneck, "DRAM");
  EXPECT_EQ(read[0].effect.low, 1.5);
  EXPECT_EQ(read[0].tries, 1.5);
  EXPECT_EQ(read[0].wins, 0.5);
  EXPECT_TRUE(read[0].imported);
  EXPECT_NE(read[0].id, read[1].id);
}

TEST_F(Patterns, TheSameOneIsReplacedAndKeepsItsNumber) {
  Store store = open();
  must(store.keep_patterns({sample("restrict")}));
  Pattern stronger = sample("restrict");
  stronger.wins = 9;
  stronger.imported = false;
  must(store.keep_patterns({stronger}));
  const auto read = must(store.patterns());
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].wins, 9);
  EXPECT_FALSE(read[0].imported);
  EXPECT_EQ(read[0].id, 1);
}

TEST_F(Patterns, MeasuredAndModelledAreTwo) {
  Store store = open();
  Pattern measured = sample("restrict");
  measured.place.origin = TimeOrigin::measured;
  must(store.keep_patterns({sample("restrict"), measured}));
  EXPECT_EQ(must(store.patterns()).size(), 2u);
}

TEST_F(Patterns, AForgottenOneIsGoneAndItsNumberIsNotGivenAgain) {
  Store store = open();
  must(store.keep_patterns({sample("restrict")}));
  must(store.forget_patterns({1}));
  EXPECT_TRUE(must(store.patterns()).empty());
  EXPECT_FALSE(store.forget_patterns({1}));
  must(store.keep_patterns({sample("streaming")}));
  EXPECT_EQ(must(store.patterns()).front().id, 2);
}

TEST_F(Patterns, ForgettingSeveralIsAllOrNothing) {
  Store store = open();
  must(store.keep_patterns({sample("restrict")}));
  EXPECT_FALSE(store.forget_patterns({1, 7}));
  EXPECT_EQ(must(store.patterns()).size(), 1u);
}

TEST_F(Patterns, ARunIsLearnedFromOnceAndOnlyWhenItHasFinished) {
  Store store = open();
  auto lock = must(store.lock(k_softmax));
  const RunId first = must(store.begin_run(sample_run(), lock));
  EXPECT_TRUE(must(store.runs_to_learn_from()).empty());
  must(store.finish_run(first, RunState::finished, "done"));
  ASSERT_EQ(must(store.runs_to_learn_from()).size(), 1u);
  must(store.keep_patterns({sample("restrict")}, first));
  EXPECT_TRUE(must(store.runs_to_learn_from()).empty());
}

}  // namespace whet::store::test
