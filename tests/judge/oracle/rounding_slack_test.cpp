#include "judge/oracle/rounding_slack.h"

#include <algorithm>

#include "judge_fixture.h"

namespace whet {
namespace rounding_slack_test {

class RoundingSlackTest : public test::JudgeTest {
 protected:
  static constexpr double k_large = 0x1p40;
  static constexpr size_t k_few = 75;  // elements whose terms nearly cancel

  // max(0.75 a + b, 0), in this class.
  Problem cut_at_zero(PrecisionClass precision) {
    Problem problem = load("scale_add");
    const std::string path = testing::TempDir() + "cut_at_zero.cpp";
    EXPECT_TRUE(files_.write(path,
                             "extern \"C\" void reference(const double* a, const double* b, double* out, int64_t n,"
                             " double factor) { for (int64_t i = 0; i < n; ++i) { const double sum = a[i] * factor +"
                             " b[i]; out[i] = sum > 0 ? sum : 0; } }"));
    problem.reference = {ReferenceFile::Kind::cpp, path, "reference", 1};
    problem.precision = precision;
    return problem;
  }

  // Of a kernel that is right but for few elements: their terms are large, their sum is -2^-13 of one, and the kernel
  // has `found` of one instead of zero.
  bool is_right(PrecisionClass precision, double found) {
    const Problem problem = cut_at_zero(precision);
    const auto made = trials(problem);
    const auto at = std::find_if(made.begin(), made.end(),
                                 [](const Trial& each) { return each.variant && each.reach == 0 && !each.patches; });
    if (at == made.end()) return ADD_FAILURE() << "no trial with other data", false;
    Trial trial = *at;
    trial.answer = nullptr;
    std::vector<double> a(trial.resolved->arguments[0].count, 4.0), b(a.size(), 1.0), out(a.size(), 4.0);
    for (size_t i = 0; i < k_few; ++i) a[i] = k_large, b[i] = -0.75 * k_large * (1 + 0x1p-13), out[i] = found * k_large;
    trial.inputs[0] = encode_elements(ElementType::f32, a);
    trial.inputs[1] = encode_elements(ElementType::f32, b);
    ArrayContents outputs(trial.inputs.size());
    outputs[2] = encode_elements(ElementType::f32, out);
    const auto asked = oracle(problem);
    const auto verdict = judge_outputs(problem, trial, outputs, *asked);
    EXPECT_TRUE(verdict) << describe(verdict.error());
    return verdict && verdict->correct();
  }
};

// Rounding a float to the ten bits of tf32 moves a sum of large terms across zero, where the map turns.
TEST_F(RoundingSlackTest, ASumThatVanishesInTheClassMayHaveEitherSign) {
  EXPECT_TRUE(is_right(PrecisionClass::tf32, 0));
  EXPECT_TRUE(is_right(PrecisionClass::tf32, 0x1p-12));
  EXPECT_TRUE(is_right(PrecisionClass::tf32, 0x1p-11));
  EXPECT_FALSE(is_right(PrecisionClass::tf32, 0x1p-4));
}

TEST_F(RoundingSlackTest, NotWhereTheClassKeepsTheDigits) {
  EXPECT_TRUE(is_right(PrecisionClass::fp32, 0));
  EXPECT_FALSE(is_right(PrecisionClass::fp32, 0x1p-12));
}

}  // namespace rounding_slack_test
}  // namespace whet
