#include "learn/evidence.h"

#include "pattern_fixture.h"

namespace whet::learn {
namespace evidence_test {

using test::written_pattern;

TEST(Evidence, EveryConfirmedResultAddsAndEveryMissTakes) {
  store::Pattern pattern = written_pattern();
  EXPECT_DOUBLE_EQ(weight_of(pattern), 0.5);
  note_try(pattern, true);
  const double twice = weight_of(pattern);
  EXPECT_GT(twice, 0.5);
  note_try(pattern, false);
  EXPECT_LT(weight_of(pattern), twice);
}

TEST(Evidence, APatternThatStopsWorkingGoesOutOfUseHoweverOftenItWon) {
  store::Pattern pattern = written_pattern();
  for (int i = 0; i < 1000; ++i) note_try(pattern, true);
  EXPECT_TRUE(is_in_use(pattern));
  EXPECT_LT(pattern.tries, 10.1) << "old evidence fades";
  int misses = 0;
  while (is_in_use(pattern) && misses < 100) note_try(pattern, false), ++misses;
  EXPECT_LT(misses, 20);
  note_try(pattern, true);
  note_try(pattern, true);
  EXPECT_TRUE(is_in_use(pattern)) << "and comes back when it works again";
}

TEST(Evidence, WhatIsImportedWeighsLessThanAnythingConfirmedHere) {
  store::Pattern told = written_pattern();
  told.tries = told.wins = 1e9;
  const store::Pattern imported = as_imported(told);
  EXPECT_TRUE(imported.imported);
  EXPECT_LT(weight_of(imported), weight_of(written_pattern()));
  EXPECT_TRUE(is_in_use(imported));
}

TEST(Evidence, OneOrTwoMissesPutAnImportedPatternOutOfUse) {
  store::Pattern told = written_pattern();
  told.tries = told.wins = 1e9;
  store::Pattern imported = as_imported(told);
  note_try(imported, false);
  note_try(imported, false);
  EXPECT_FALSE(is_in_use(imported));
}

TEST(Evidence, AnImportedPatternThatWinsHereIsOwn) {
  store::Pattern imported = as_imported(written_pattern());
  note_try(imported, true);
  EXPECT_FALSE(imported.imported);
  EXPECT_GT(weight_of(imported), 0.5);
}

TEST(Evidence, NumbersThatCannotBeGiveNoWeightAboveOne) {
  store::Pattern pattern = written_pattern();
  pattern.wins = 1e300;
  EXPECT_LE(weight_of(pattern), 1);
  pattern.tries = 0;
  EXPECT_EQ(weight_of(as_imported(pattern)) >= 0, true);
  EXPECT_LE(weight_of(as_imported(pattern)), 1);
}

}  // namespace evidence_test
}  // namespace whet::learn
