// Derived work against what was counted: while the meaning was evaluated, and by the virtual GPU.
#include "lift/study/work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lift/confirm/confirm.h"
#include "lift/confirm/corpus.h"
#include "lift/evaluate/meaning_values.h"
#include "lift/study/pattern.h"

namespace whet::lift {
namespace work_test {

class WorkTest : public test::CorpusTest {
 protected:
  struct Confirmed {
    std::string name;
    Lifted lifted;
    Work work;
    Confirmation confirmation;
  };

  // Calls `look` with each kernel of the file that is confirmed and whose work is known.
  template <typename Look>
  void for_each_confirmed(Look look) {
    for (const KernelSource& kernel : find_kernels(source)) {
      Confirmed one;
      one.name = kernel.name;
      lift(ptx, kernel, one.lifted);
      if (!one.lifted.meaning) continue;
      one.work = derive_work(one.lifted.arena, *one.lifted.meaning,
                             parameter_uses(one.lifted.arena, *one.lifted.meaning, one.lifted.parameters));
      one.confirmation = confirm(one.lifted.arena, *one.lifted.meaning, one.lifted.parameters, ptx, kernel.name);
      if (one.confirmation.verdict == Confirmation::Verdict::confirmed && one.work.open.empty()) look(one);
    }
  }
};

// Ranges inside ranges that depend on their index: each result begins where the one before it ended, or they are
// bounds.
bool has_growing_ranges(const Arena& arena, const Meaning& meaning) {
  const auto is_bound = [&](Expr e) { return arena[e].kind == Kind::bound; };
  return std::any_of(meaning.statements.begin(), meaning.statements.end(), [&](const Statement& statement) {
    const auto parts = arena.all_parts(statement.value);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
      if (arena[part].kind != Kind::reduction) return false;
      const auto of_count = arena.all_parts(arena[part].args[0]);
      return std::any_of(of_count.begin(), of_count.end(), is_bound);
    });
  });
}

TEST_P(WorkTest, OperationsAreThoseOfTheEvaluation) {
  int compared = 0;
  for_each_confirmed([&](Confirmed& one) {
    Arena& arena = one.lifted.arena;
    if (has_growing_ranges(arena, *one.lifted.meaning)) {
      EXPECT_TRUE(one.work.is_bound) << one.name;
      return;
    }
    for (ConfirmedSizes& sizes : one.confirmation.sizes) {
      const auto flops = size_value(arena, one.work.flops(arena), sizes.numbers);
      if (!flops) continue;
      ++compared;
      const auto counted = static_cast<int64_t>(sizes.counts.flops());
      const bool shares = one.lifted.meaning->statements.size() > 1;  // statements may compute a value in common
      // Each result of a scan begins where the one before it ended; the evaluation begins anew.
      const auto classes = patterns(arena, *one.lifted.meaning);
      const bool is_scan = std::any_of(classes.begin(), classes.end(), [](const std::string& pattern) {
        return pattern.find("scan") != std::string::npos;
      });
      // Of scores the evaluation shares what the sum and the values need, but not differences to the greatest.
      const bool is_attention = std::find(classes.begin(), classes.end(), "attention") != classes.end();
      if (is_attention && !one.work.is_bound) {
        EXPECT_NEAR(static_cast<double>(*flops), static_cast<double>(counted), 0.2 * static_cast<double>(counted))
            << one.name;
      } else if (shares || is_scan) {
        EXPECT_LE(*flops, counted) << one.name;
      } else if (one.work.is_bound) {
        EXPECT_GE(*flops, counted) << one.name;
      } else {
        EXPECT_EQ(*flops, counted) << one.name;
      }
    }
  });
  RecordProperty("compared", compared);
}

TEST_P(WorkTest, ElementsAreThoseThatWereTouched) {
  int equal = 0;
  for_each_confirmed([&](Confirmed& one) {
    Arena& arena = one.lifted.arena;
    for (ConfirmedSizes& sizes : one.confirmation.sizes) {
      for (const auto* list : {&one.work.reads, &one.work.writes}) {
        for (const ArrayTraffic& array : *list) {
          const auto elements = size_value(arena, array.elements, sizes.numbers);
          if (!elements) continue;
          const auto& touched = sizes.elements.at(static_cast<size_t>(array.parameter));
          const auto counted = static_cast<int64_t>(list == &one.work.reads ? touched.first : touched.second);
          const bool is_bound = array.is_bound || one.work.is_bound;
          if (is_bound) {
            EXPECT_GE(*elements, counted) << one.name << ", parameter " << array.parameter;
          }
          if (!is_bound) {
            EXPECT_EQ(*elements, counted) << one.name << ", parameter " << array.parameter;
          }
          equal += *elements == counted ? 1 : 0;
        }
      }
    }
  });
  RecordProperty("equal", equal);
}

// A kernel that does what its meaning needs and no more is counted at what was derived, within 2 %. Atomic additions
// and additions of integers that become floating-point numbers are not among what the virtual GPU counts. Attention may
// compute a score once where its formula has it three times.
TEST_P(WorkTest, TheVirtualGpuCountsTheNeededFlopsOfMinimalKernels) {
  int minimal = 0;
  for_each_confirmed([&](Confirmed& one) {
    ASSERT_TRUE(one.confirmation.executed.has_value()) << one.name;
    const auto& statements = one.lifted.meaning->statements;
    const bool updates =
        std::any_of(statements.begin(), statements.end(), [](const Statement& s) { return s.update.has_value(); });
    Arena& arena = one.lifted.arena;
    const auto needed = size_value(arena, one.work.flops(arena), one.confirmation.sizes[0].numbers);
    const double executed = one.confirmation.executed->flops;
    const auto classes = patterns(arena, *one.lifted.meaning);
    const bool is_attention = std::find(classes.begin(), classes.end(), "attention") != classes.end();
    if (!needed || updates || is_attention || one.work.is_bound) return;
    EXPECT_GE(executed, 0.98 * static_cast<double>(*needed)) << one.name;
    if (executed <= 1.02 * static_cast<double>(*needed)) ++minimal;
  });
  RecordProperty("minimal", minimal);
}

INSTANTIATE_TEST_SUITE_P(Corpus, WorkTest, ::testing::ValuesIn(test::corpus()),
                         [](const auto& info) { return info.param; });

}  // namespace work_test
}  // namespace whet::lift
