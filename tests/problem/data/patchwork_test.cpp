#include "problem/data/patchwork/patchwork.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "problem/data/data.h"
#include "problem/data/patchwork/relation.h"
#include "support/support.h"

namespace whet {
namespace patchwork_test {

constexpr uint64_t k_seeds = 40;

ResolvedArgument array(ElementType type, FillKind kind, std::vector<uint64_t> shape) {
  ResolvedArgument argument;
  argument.name = "in";
  argument.type = type;
  argument.shape = std::move(shape);
  for (const uint64_t extent : argument.shape) argument.count *= extent;
  argument.bytes = argument.count * bytes_of(type);
  argument.fill = default_plan(kind, type);
  return argument;
}

std::string plain_bytes(const ResolvedArgument& argument) {
  test::FakeFileSystem files;
  return *make_data(argument, {7, 1}, files);
}

std::vector<double> patched(const ResolvedArgument& argument, const PatchPlan& plan) {
  return decode_elements(argument.type, Patchwork(argument, plan).bytes(plain_bytes(argument)));
}

PatchPlan plan_of(PatchCut cut, uint64_t seed, uint64_t turn = 0) {
  return {cut, seed, seed + 1, turn};
}

// The values of each piece, with its structure.
template <typename See>
void see_pieces(const ResolvedArgument& argument, const PatchPlan& plan, const See& see) {
  const Patchwork patches(argument, plan);
  const std::vector<double> values = patched(argument, plan);
  std::vector<std::vector<double>> pieces(patches.pieces());
  for (uint64_t i = 0; i < values.size(); ++i) pieces[patches.place(i).piece].push_back(values[i]);
  for (uint64_t i = 0; i < pieces.size(); ++i) see(patches.piece(i).pattern.structure, pieces[i]);
}

TEST(Patchwork, EveryPatternComesInTurn) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {7, 40});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    std::set<std::pair<Structure, int>> seen;
    for (uint64_t turn = 0; turn * 7 < all_patterns().size(); ++turn) {
      const Patchwork patches(argument, plan_of(PatchCut::rows, seed, turn));
      for (uint64_t i = 0; i < patches.pieces(); ++i)
        seen.insert({patches.piece(i).pattern.structure, patches.piece(i).pattern.way});
    }
    EXPECT_EQ(seen.size(), all_patterns().size()) << seed;
  }
}

TEST(Patchwork, RowsHaveTheStructureTheyAreSaidToHave) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {120, 300});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    see_pieces(argument, plan_of(PatchCut::rows, seed), [&](Structure structure, std::vector<double>& row) {
      const auto zeros = std::count(row.begin(), row.end(), 0.0);
      const auto highest = std::count(row.begin(), row.end(), *std::max_element(row.begin(), row.end()));
      const auto expect = [&](Structure which, bool holds) {
        EXPECT_TRUE(structure != which || holds) << words_of(which);
      };
      expect(Structure::ascending, std::is_sorted(row.begin(), row.end()));
      expect(Structure::descending, std::is_sorted(row.rbegin(), row.rend()));
      expect(Structure::zero_prefix, zeros >= 8 && row[0] == 0 && row[7] == 0 && row[299] != 0);
      expect(Structure::zero_suffix, zeros >= 8 && row[299] == 0 && row[292] == 0 && row[0] != 0);
      expect(Structure::lone, zeros == 299);
      expect(Structure::zeros, zeros == 300);
      expect(Structure::tied_highest, highest <= 2);
      expect(Structure::alternating, row[0] * row[1] < 0 && row[0] == row[2]);
      expect(Structure::cancelling, std::fabs(row[10] + row[11]) < 0.02 * std::fabs(row[10]));
      expect(Structure::constant, std::set<double>(row.begin(), row.end()).size() == 1);
    });
  }
}

// A function may ask for the sign of a zero.
TEST(Patchwork, SomeRowsHoldZerosOfBothSignsAndSomePositiveOnesAlone) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {120, 300});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    int mixed = 0, positive = 0;
    see_pieces(argument, plan_of(PatchCut::rows, seed), [&](Structure structure, std::vector<double>& row) {
      if (structure != Structure::zeros) return;
      const auto negative = std::count_if(row.begin(), row.end(), [](double value) { return std::signbit(value); });
      mixed += negative > 100 && negative < 200, positive += negative == 0;
    });
    EXPECT_TRUE(mixed > 0 && positive > 0) << seed;
  }
}

TEST(Patchwork, ARangeWithoutNegativeNumbersHoldsNoNegativeZero) {
  ResolvedArgument argument = array(ElementType::f32, FillKind::uniform, {120, 300});
  argument.fill.first = 0, argument.fill.second = 1;
  see_pieces(argument, plan_of(PatchCut::rows, 1), [&](Structure structure, std::vector<double>& row) {
    EXPECT_FALSE(std::any_of(row.begin(), row.end(), [](double value) { return std::signbit(value); }))
        << words_of(structure);
  });
}

TEST(Patchwork, TiesTakeTheLastPlaceAndNeighbours) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {120, 50});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    bool last = false, first = false, neighbours = false;
    see_pieces(argument, plan_of(PatchCut::rows, seed), [&](Structure structure, std::vector<double>& row) {
      if (structure != Structure::tied_highest) return;
      const double highest = *std::max_element(row.begin(), row.end());
      if (std::count(row.begin(), row.end(), highest) != 2) return;
      last |= row.back() == highest, first |= row.front() == highest;
      const auto at = std::find(row.begin(), row.end(), highest);
      neighbours |= at + 1 < row.end() && *(at + 1) == highest;
    });
    EXPECT_TRUE(last && first && neighbours) << seed;
  }
}

// Shifted and scaled at once: rows that are wider or narrower than usual, and far from zero relative to their width.
TEST(Patchwork, NarrowRowsAreShiftedAndScaled) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {120, 200});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    int wide_and_far = 0, thin_and_far = 0;
    see_pieces(argument, plan_of(PatchCut::rows, seed), [&](Structure structure, std::vector<double>& row) {
      if (structure != Structure::narrow) return;
      double mean = 0, squares = 0;
      for (const double value : row) mean += value / 200;
      for (const double value : row) squares += (value - mean) * (value - mean) / 200;
      const bool is_far = std::fabs(mean) > 40 * std::sqrt(squares);
      wide_and_far += is_far && squares > 100;
      thin_and_far += is_far && squares < 0.01;
    });
    EXPECT_GT(wide_and_far, 1) << seed;
    EXPECT_GT(thin_and_far, 1) << seed;
  }
}

TEST(Patchwork, ARangeIsNeverLeft) {
  ResolvedArgument whole = array(ElementType::i32, FillKind::uniform, {60, 33});
  whole.fill.first = -3, whole.fill.second = 90;
  ResolvedArgument positive = array(ElementType::f32, FillKind::uniform, {1999});
  positive.fill.first = 0.5, positive.fill.second = 1.5;
  const ResolvedArgument half = array(ElementType::f16, FillKind::normal, {60, 33});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    for (const PatchCut cut : {PatchCut::rows, PatchCut::columns, PatchCut::runs, PatchCut::tiles}) {
      for (const double value : patched(whole, plan_of(cut, seed)))
        EXPECT_TRUE(value >= -3 && value <= 90 && value == std::floor(value));
      for (const double value : patched(positive, plan_of(cut, seed))) EXPECT_TRUE(value >= 0.5 && value <= 1.5);
      for (const double value : patched(half, plan_of(cut, seed))) EXPECT_LT(std::fabs(value), 256) << "can be squared";
    }
  }
}

TEST(Patchwork, ElementsFollowFromTheSeed) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {37, 53});
  for (const PatchCut cut : {PatchCut::rows, PatchCut::columns, PatchCut::runs, PatchCut::tiles}) {
    const std::vector<double> all = patched(argument, plan_of(cut, 5));
    EXPECT_EQ(all, patched(argument, plan_of(cut, 5)));
    EXPECT_NE(all, patched(argument, plan_of(cut, 6)));
  }
}

TEST(Patchwork, RunsCoverTheArrayAndCrossRows) {
  for (const uint64_t count : {9u, 100u, 5000u, 300007u}) {
    const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {count});
    const Patchwork patches(argument, plan_of(PatchCut::runs, 3));
    uint64_t sum = 0;
    bool is_long = false;
    for (uint64_t i = 0; i < patches.pieces(); ++i) {
      sum += patches.piece(i).length;
      is_long |= patches.piece(i).length > count / 17;
    }
    EXPECT_EQ(sum, count);
    EXPECT_TRUE(is_long || count > 5000 || patches.pieces() > 1);
  }
}

TEST(Patchwork, TheCornerIsOfTheKindThatIsAskedFor) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {48, 64});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    PatchPlan plan = plan_of(PatchCut::tiles, seed);
    const auto symmetric = patched(argument, plan);
    plan.corner = Tile::diagonal;
    const auto diagonal = patched(argument, plan);
    for (uint64_t row = 0; row < 12; ++row) {
      for (uint64_t column = 0; column < row; ++column) {
        EXPECT_EQ(symmetric[row * 64 + column], symmetric[column * 64 + row]);
        EXPECT_EQ(diagonal[row * 64 + column], 0);
      }
    }
  }
}

TEST(Patchwork, WithoutZerosThereAreNone) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {120, 60});
  for (const PatchCut cut : {PatchCut::rows, PatchCut::columns, PatchCut::runs, PatchCut::tiles}) {
    PatchPlan plan = plan_of(cut, 4);
    plan.is_mild = true;
    const auto values = patched(argument, plan);
    EXPECT_EQ(std::count(values.begin(), values.end(), 0.0), 0);
  }
}

TEST(Patchwork, ArraysAreMadeOfOneAnother) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {5000});
  for (uint64_t seed = 0; seed < k_seeds; ++seed) {
    PatchPlan plan = plan_of(PatchCut::runs, seed);
    plan.is_related = true;
    const Patchwork base(argument, plan);
    const std::string first = base.bytes(plain_bytes(argument));
    const std::string second = related_bytes(argument, base, seed, first, plain_bytes(argument));
    const std::vector<double> a = decode_elements(argument.type, first), b = decode_elements(argument.type, second);
    int thrice = 0, opposite = 0, nearly = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      thrice += b[i] == static_cast<double>(3 * static_cast<float>(a[i]));
      opposite += b[i] == -a[i];
      nearly += b[i] != -a[i] && std::fabs(a[i] + b[i]) < 1e-4 * std::fabs(a[i]);
    }
    EXPECT_GT(thrice, 8);
    EXPECT_GT(opposite, 8);
    EXPECT_GT(nearly, 8);
  }
}

TEST(Patchwork, WordsNameTheStructure) {
  const ResolvedArgument argument = array(ElementType::f32, FillKind::normal, {120, 60});
  const Patchwork patches(argument, plan_of(PatchCut::rows, 4));
  std::set<std::string> words;
  for (uint64_t row = 0; row < 120; ++row) words.insert(patches.words(row * 60));
  EXPECT_TRUE(words.contains("in a row of `in` that descends"));
  EXPECT_EQ(words.size(), static_cast<size_t>(k_structures));
}

}  // namespace patchwork_test
}  // namespace whet
