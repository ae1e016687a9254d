// Every kernel of the corpus that lifts is confirmed, but for what is not evaluated yet; none of its mutants is
// confirmed with its meaning.
#include "lift/confirm/confirm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lift/confirm/corpus.h"
#include "util/text.h"

namespace whet::lift {
namespace confirm_test {

class ConfirmTest : public test::CorpusTest {};

const char* verdict_name(Confirmation::Verdict verdict) {
  constexpr const char* k_names[] = {"confirmed", "refuted", "not run"};
  return k_names[static_cast<int>(verdict)];
}

// Kernels that are right and are refuted all the same: histograms with as many bins as shared memory has, whose data
// would have to stay below that, and a warp for each row, for which the grid is chosen too small.
bool is_misjudged(const std::string& kernel) {
  static const std::set<std::string> k_kernels = {"in_shared",      "in_shared_one_each", "many_bins",
                                                  "byte_histogram", "warp_per_row",       "max_warp"};
  return k_kernels.contains(kernel);
}

bool is_not_evaluated(const Confirmation& result) {
  return result.verdict == Confirmation::Verdict::not_run && result.reason.find("not evaluated") != std::string::npos;
}

TEST_P(ConfirmTest, EachMeaningIsConfirmedAtFourSizes) {
  int confirmed = 0;
  for (const KernelSource& kernel : find_kernels(source)) {
    Lifted lifted;
    lift(ptx, kernel, lifted);
    if (!lifted.meaning) continue;
    const auto result = confirm(lifted.arena, *lifted.meaning, lifted.parameters, ptx, kernel.name);
    if (is_not_evaluated(result)) continue;
    const char* const expected = is_misjudged(kernel.name) ? "refuted" : "confirmed";
    EXPECT_EQ(std::string(verdict_name(result.verdict)), expected) << kernel.name << ": " << result.reason;
    if (result.verdict != Confirmation::Verdict::confirmed) continue;
    ++confirmed;
    EXPECT_EQ(result.sizes.size(), 4u) << kernel.name;
    EXPECT_GT(result.elements, 0u) << kernel.name;
  }
  RecordProperty("confirmed", confirmed);
}

// Another instruction in place of the one on this line of PTX; empty: it has no mutant.
std::string mutated_line(std::string line) {
  const std::pair<const char*, const char*> k_changes[] = {
      {"add.f32", "sub.f32"},     {"sub.f32", "add.f32"},       {"mul.f32", "add.f32"},
      {"add.s32", "sub.s32"},     {"add.s64", "sub.s64"},       {"setp.lt.s", "setp.le.s"},
      {"setp.le.s", "setp.lt.s"}, {"setp.gt.s", "setp.ge.s"},   {"setp.ge.s", "setp.gt.s"},
      {"setp.lt.u", "setp.le.u"}, {"setp.ge.u", "setp.gt.u"},   {"mul.rn.f32", "add.rn.f32"},
      {"max.f32", "min.f32"},     {"add.rn.f32", "sub.rn.f32"}, {"div.rn.f32", "mul.rn.f32"}};
  for (const auto& [from, to] : k_changes) {
    const size_t at = line.find(from);
    if (at == std::string::npos) continue;
    if (line.ends_with(", 0;")) return "";
    return line.replace(at, std::string(from).size(), to);
  }
  return "";
}

// Mutants that store the same: a fifth element per thread is the first of the next thread; row n of a triangle is
// empty; sums beyond the edge of a matrix are not stored; a tail that strides from below also stores what others do.
bool is_equivalent(const std::string& kernel, const std::string& line) {
  return (kernel == "four_each" && line.ends_with(", 4;")) ||
         (kernel == "matrices_in_registers" &&
          (line.find("%p15") != std::string::npos || line.find("%p16") != std::string::npos ||
           line.find("%r38, %r2, %r5") != std::string::npos)) ||
         (kernel == "vector_and_tail" && line.find("%r5, %r17, %r1;") != std::string::npos) ||
         (kernel == "triangle" && line.find("%p1, %r1, %r4;") != std::string::npos);
}

// The lines of the kernel's body.
std::pair<size_t, size_t> body_of(const std::vector<std::string_view>& lines, const std::string& kernel) {
  size_t begin = 0;
  while (begin < lines.size() && lines[begin].find(".entry " + kernel + "(") == std::string_view::npos) ++begin;
  size_t end = begin;
  while (end < lines.size() && !lines[end].starts_with("}")) ++end;
  return {begin, end};
}

TEST_P(ConfirmTest, NoMutantIsConfirmedWithTheMeaningOfItsOriginal) {
  const auto lines = split(ptx, '\n');
  int mutants = 0, refuted = 0;
  for (const KernelSource& kernel : find_kernels(source)) {
    Lifted lifted;
    lift(ptx, kernel, lifted);
    if (!lifted.meaning) continue;
    const auto [begin, end] = body_of(lines, kernel.name);
    // Not yet: a thread too many between barriers is a race, which confirmation does not look for.
    const bool has_barrier = std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                         lines.begin() + static_cast<std::ptrdiff_t>(end), [](std::string_view line) {
                                           return line.find("bar.sync") != std::string_view::npos ||
                                                  line.find("barrier.sync") != std::string_view::npos;
                                         });
    if (has_barrier || ptx.find("bar.sync") != std::string::npos || ptx.find("barrier.sync") != std::string::npos)
      continue;
    for (size_t i = begin; i < end; ++i) {
      const std::string changed = mutated_line(std::string(lines[i]));
      if (changed.empty() || is_equivalent(kernel.name, changed)) continue;
      std::vector<std::string> copy(lines.begin(), lines.end());
      copy[i] = changed;
      const auto result = confirm(lifted.arena, *lifted.meaning, lifted.parameters, join(copy, "\n"), kernel.name);
      if (is_not_evaluated(result)) continue;
      EXPECT_NE(result.verdict, Confirmation::Verdict::confirmed)
          << kernel.name << ", PTX line " << i + 1 << ": " << lines[i] << " -> " << changed;
      ++mutants;
      refuted += result.verdict == Confirmation::Verdict::refuted ? 1 : 0;
    }
  }
  EXPECT_EQ(refuted, mutants);
  RecordProperty("mutants", mutants);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ConfirmTest, ::testing::ValuesIn(test::corpus()),
                         [](const auto& info) { return info.param; });

}  // namespace confirm_test
}  // namespace whet::lift
