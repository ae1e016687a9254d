// The formulas of array contents against the code that they replaced, byte by byte.
#include <gtest/gtest.h>

#include "problem/data/kernel_text.h"
#include "problem/formula/formula_cases.h"

namespace whet {
namespace formula_test {

void expect_equal(const test::FormulaCase& one) {
  const std::string wanted = one.before(), got = made(one.recipe, {one.base, one.other});
  ASSERT_EQ(got.size(), wanted.size()) << one.name;
  if (got == wanted) return;
  const auto at = static_cast<size_t>(std::mismatch(got.begin(), got.end(), wanted.begin()).first - got.begin());
  ADD_FAILURE() << one.name << " differs at element " << at / bytes_of(one.recipe.type);
}

class FormulaBytes : public testing::TestWithParam<int> {};

TEST_P(FormulaBytes, AreThoseOfTheOldCode) {
  const auto type = static_cast<ElementType>(GetParam());
  for (uint64_t seed = 0; seed < 40; ++seed) {
    for (int kind = 0; kind < test::FormulaCases::k_kinds; ++kind) {
      if (const auto one =
              test::FormulaCases(seed * 1000 + static_cast<uint64_t>(kind), test::FormulaCases::Length::few)
                  .make(kind, type))
        expect_equal(*one);
    }
  }
}

// Several parts, which are made at the same time.
TEST_P(FormulaBytes, OfLongArraysToo) {
  const auto type = static_cast<ElementType>(GetParam());
  for (int kind = 0; kind < test::FormulaCases::k_kinds; ++kind) {
    if (const auto one =
            test::FormulaCases(static_cast<uint64_t>(kind), test::FormulaCases::Length::many).make(kind, type))
      expect_equal(*one);
  }
}

INSTANTIATE_TEST_SUITE_P(Formula, FormulaBytes, testing::Range(0, test::k_element_types),
                         [](const auto& info) { return std::string(name_of(static_cast<ElementType>(info.param))); });

TEST(Formula, AnyNumberOfThreadsMakesTheSame) {
  const auto one = test::FormulaCases(3, test::FormulaCases::Length::many).make(0, ElementType::f32);
  EXPECT_EQ(made(one->recipe, {}, 1), made(one->recipe, {}, 5));
}

TEST(Formula, AKernelNeedsNoOtherFile) {
  for (int type = 0; type < test::k_element_types; ++type) {
    for (const FormulaKind kind : {FormulaKind::normal, FormulaKind::lone, FormulaKind::tiles, FormulaKind::changed}) {
      const std::string text = array_kernel_text(static_cast<ElementType>(type), kind);
      EXPECT_EQ(text.find("#include \"problem"), std::string::npos);
      EXPECT_NE(text.find("using KernelCodec = "), std::string::npos);
      EXPECT_NE(text.find("#define WHET_KERNEL " + std::string(array_kernel(kind)) + "\n"), std::string::npos);
    }
  }
}

}  // namespace formula_test
}  // namespace whet
