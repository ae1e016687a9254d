// Index maps of two launches brought together: which element of a statement's space lies at an offset.
#include <gtest/gtest.h>

#include "lift/compose/written_place.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace written_place_test {

class WrittenPlaces : public testing::Test {
 protected:
  Expr times(Expr a, Expr b) { return multiply(arena, a, b); }
  Expr plus(Expr a, Expr b) { return add(arena, a, b); }
  Expr number(int64_t n) { return integer(arena, n); }

  // forall i < rows, j < cols: array[cols*i + j], 4 bytes each
  Statement matrix() {
    Statement statement;
    statement.array = arena.parameter(0);
    statement.offset = plus(scale(arena, times(cols, i), 4), scale(arena, j, 4));
    statement.bytes = 4;
    statement.space = {{i, rows}, {j, cols}};
    return statement;
  }
  // forall i < count: array[i]
  Statement vector(Expr count) {
    Statement statement;
    statement.array = arena.parameter(0);
    statement.offset = scale(arena, i, 4);
    statement.bytes = 4;
    statement.space = {{i, count}};
    return statement;
  }

  Arena arena;
  Expr rows = arena.parameter(1), cols = arena.parameter(2), n = arena.parameter(3);
  Expr i = arena.fresh_variable(), j = arena.fresh_variable(), r = arena.fresh_variable(), k = arena.fresh_variable();
};

TEST_F(WrittenPlaces, AreTheIndicesOfTheSameMap) {
  KnownRanges known(arena);
  known.add_range(r, rows);
  known.add_range(k, cols);
  const Expr offset = plus(scale(arena, times(cols, r), 4), scale(arena, k, 4));
  const auto place = place_in(arena, matrix(), offset, known);
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->conditions.empty());
  EXPECT_EQ(place->values.at(i), r);
  EXPECT_EQ(place->values.at(j), k);
}

TEST_F(WrittenPlaces, OfAFlatIndexAreFoundByDivision) {
  KnownRanges known(arena);
  known.add_range(r, times(rows, cols));
  const auto place = place_in(arena, matrix(), scale(arena, r, 4), known);
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->conditions.empty());
  EXPECT_EQ(place->values.at(i), quotient(arena, r, cols));
  EXPECT_EQ(place->values.at(j), remainder(arena, r, cols));
}

TEST_F(WrittenPlaces, OfAMatrixInAFlatRangeAreCovered) {
  KnownRanges known(arena);
  known.add_range(r, rows);
  known.add_range(k, cols);
  const Expr offset = plus(scale(arena, times(cols, r), 4), scale(arena, k, 4));
  const auto place = place_in(arena, vector(times(rows, cols)), offset, known);
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->conditions.empty());
}

TEST_F(WrittenPlaces, BeyondARangeAreConditional) {
  KnownRanges known(arena);
  known.add_range(r, n);
  const auto place = place_in(arena, vector(rows), scale(arena, r, 4), known);
  ASSERT_TRUE(place);
  ASSERT_EQ(place->conditions.size(), 1u);
  EXPECT_EQ(place->conditions[0], less(arena, r, rows));
}

// cols*r + k with k not below cols may be the element of another row.
TEST_F(WrittenPlaces, ThatOtherRowsMayHoldAreNotToldByTerms) {
  KnownRanges known(arena);
  known.add_range(r, rows);
  known.add_range(k, n);
  const Expr offset = plus(scale(arena, times(cols, r), 4), scale(arena, k, 4));
  const auto place = place_in(arena, matrix(), offset, known);
  ASSERT_TRUE(place);  // by division, which is right for every k
  EXPECT_EQ(place->values.at(j), remainder(arena, plus(times(cols, r), k), cols));
  EXPECT_FALSE(place->conditions.empty());
}

TEST_F(WrittenPlaces, BetweenElementsAreNowhere) {
  Statement fields = vector(n);
  fields.offset = scale(arena, i, 8);
  KnownRanges known(arena);
  known.add_range(r, n);
  const auto place = place_in(arena, fields, plus(scale(arena, r, 8), number(4)), known);
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->is_nowhere);
}

TEST_F(WrittenPlaces, OfComputedIndicesAreNotKnown) {
  Statement scattered = vector(n);
  scattered.offset = scale(arena, arena.load(arena.parameter(4), scale(arena, i, 4), 4), 4);
  KnownRanges known(arena);
  known.add_range(r, n);
  EXPECT_FALSE(place_in(arena, scattered, scale(arena, r, 4), known));
}

TEST_F(WrittenPlaces, OfOneElementAreThereOrNot) {
  Statement one = vector(n);
  one.offset = number(0);
  one.space.clear();
  const KnownRanges known(arena);
  EXPECT_TRUE(place_in(arena, one, number(0), known)->conditions.empty());
  EXPECT_TRUE(place_in(arena, one, number(4), known)->is_nowhere);
}

TEST_F(WrittenPlaces, OfHalfARangeAreWithinTheWhole) {
  KnownRanges known(arena);
  known.add_range(r, quotient(arena, n, number(2)));
  EXPECT_TRUE(known.imply(less(arena, r, n)));
  EXPECT_FALSE(known.imply(less(arena, r, rows)));
}

}  // namespace written_place_test
}  // namespace whet::lift
